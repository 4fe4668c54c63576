-- Lists of games and rankings.

local function games_at(ids)
  local found = {}
  for i, id in ipairs(ids) do found[i] = call('GET', game_key(id)) end
  return found
end

register('games_of', { 'no-writes' }, function(_, args)
  local id, before, limit = unpack(args)
  return games_at(call('ZREVRANGEBYSCORE', games_key(id), before, '-inf', 'LIMIT', 0, limit))
end)

register('games_recent', { 'no-writes' }, function(_, args)
  local limit = unpack(args)
  return games_at(call('LRANGE', '{people}recent', 0, tonumber(limit) - 1))
end)

-- Returns participants by rank after the first `from`, of one kind of rating, or of each kind if
-- `kind` is missing.
register('people_best', { 'no-writes' }, function(_, args)
  local from, limit, kind = unpack(args)
  local found = {}
  for _, field in ipairs(kind and { kind } or call('SMEMBERS', kinds_key)) do
    for _, id in ipairs(call('ZRANGE', best_key(field), from, from + limit - 1)) do
      local name, rating = unpack(call('HMGET', person_key(id), 'name', field))
      found[#found + 1] = { field, id, name, rating }
    end
  end
  return found
end)
