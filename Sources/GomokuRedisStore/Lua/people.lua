-- Records of people. One function loads them, another writes them if nothing has changed since.
-- `PeopleVerb` decides on changes.

-- Returns the content of a key: fields and values of a hash, members and scores of a sorted set, or
-- a text.
local function content_of(key)
  local kind = call('TYPE', key).ok
  if kind == 'hash' then return call('HGETALL', key) end
  if kind == 'zset' then return call('ZRANGE', key, 0, -1, 'WITHSCORES') end
  return { call('GET', key) or nil }
end

-- Returns a digest of a content that does not depend on the order in which Redis returns a hash's
-- fields.
local function digest(content)
  local parts = {}
  for i = 1, #content, 2 do
    local value = content[i + 1] or ''
    parts[#parts + 1] = #content[i] .. ' ' .. #value .. ' ' .. content[i] .. value
  end
  table.sort(parts)
  return redis.sha1hex(#parts .. ' ' .. table.concat(parts, ' '))
end

-- args: pairs of a kind and an ID. Returns every key that belongs to them, with its content and
-- digest.
register('people_load', { 'no-writes' }, function(_, args)
  local found, known = {}, {}
  local function add(key)
    if known[key] then return end
    known[key] = true
    local content = content_of(key)
    found[#found + 1] = { key, content, digest(content) }
  end
  local function add_person(id)
    if not id or id == '' then return end
    add(person_key(id))
    add(sessions_key(id))
    for _, name in ipairs(call('HMGET', person_key(id), 'key', 'former')) do
      if name then add(name_key(name)) end
    end
  end
  for i = 1, #args, 2 do
    local kind, which = args[i], args[i + 1]
    if kind == 'person' then
      add_person(which)
    elseif kind == 'name' then
      add(name_key(which))
      add_person(call('HGET', name_key(which), 'participant'))
    elseif kind == 'token' then
      add(token_key(which))
      add_person(call('GET', token_key(which)))
    else
      add(which)
    end
  end
  return found
end)

-- Removes a deleted account from games and rankings. `room_hush` removes the name from chats later.
-- Until then the set `leaving` contains the ID.
local function efface(id)
  for _, field in ipairs(call('SMEMBERS', kinds_key)) do call('ZREM', best_key(field), id) end
  for _, game in ipairs(call('ZRANGE', games_key(id), 0, -1)) do
    local text = call('GET', game_key(game))
    for _, side in ipairs({ 'x', 'o' }) do text = nameless(text, '"' .. side .. '":["' .. id .. '",') end
    call('SET', game_key(game), text)
  end
  call('DEL', person_key(id), sessions_key(id), games_key(id))
  call('SADD', '{people}leaving', id)
end

-- The arguments after the first two are keys, each with the digest of its content, and then
-- commands, each after the number of its words. Returns 0 and writes nothing if a key's content has
-- changed.
register('people_write', {}, function(keys, args)
  local lease = unpack(keys)
  local owner, conditions = unpack(args)
  if fenced(lease, owner) then return refusal('FENCED lease') end
  local place = 3
  for _ = 1, tonumber(conditions) do
    if digest(content_of(args[place])) ~= args[place + 1] then return 0 end
    place = place + 2
  end
  while args[place] do
    local last = place + tonumber(args[place])
    if args[place + 1] == 'EFFACE' then efface(args[last]) else call(unpack(args, place + 1, last)) end
    place = last + 1
  end
  return 1
end)

-- Notes that no chat contains the deleted account's name any more.
register('person_left', {}, function(keys, args)
  local lease = unpack(keys)
  local owner, id = unpack(args)
  if fenced(lease, owner) then return refusal('FENCED lease') end
  return call('SREM', '{people}leaving', id)
end)
