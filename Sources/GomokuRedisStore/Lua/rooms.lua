-- Rooms. Each function validates before its first write, because Redis does not roll back writes
-- after an error.

local append_words = 14

register('room_append', {}, function(keys, args)
  local log, header, rooms, listed, finished, snapshot, outbox, owner = unpack(keys)
  local node, rev, room, epoch, kind, host, created, changed, participant, lists, finishes, state, game_id, game =
    unpack(args, 1, append_words)
  if elsewhere(owner, node) then return refusal('ELSEWHERE room') end
  local known_epoch, is_listed, is_finished = unpack(call('HMGET', header, 'epoch', 'listed', 'finished'))
  if known_epoch and shown(known_epoch) ~= epoch then return refusal('OTHER epoch') end
  local count = call('LLEN', log)
  if count >= tonumber(rev) then return refusal('CONFLICT revision') end
  if count < tonumber(rev) - 1 then return refusal('BEHIND ' .. count) end
  if not known_epoch then
    call('HSET', header, 'epoch', begun(epoch), 'kind', kind, 'host', host, 'created', created)
  end
  if participant ~= '' and count == 0 then call('HSET', header, 'own:' .. participant, '1') end
  call('RPUSH', log, unpack(args, append_words + 1))
  call('ZADD', rooms, changed, room)
  local function mark(zset, field, word, before)
    if word == '0' then
      if before then
        call('ZREM', zset, room)
        call('HDEL', header, field)
      end
    elseif word == '1' or before then
      call('ZADD', zset, changed, room)
      if not before then call('HSET', header, field, '1') end
    end
  end
  mark(listed, 'listed', lists, is_listed)
  mark(finished, 'finished', finishes, is_finished)
  if state ~= '' then call('SET', snapshot, state) end
  if game_id ~= '' then call('HSET', outbox, game_id, game) end
  return count + #args - append_words
end)

local function ledger(log, snapshot, kept)
  local count, state = call('LLEN', log), call('GET', snapshot) or ''
  local rev = tonumber(string.match(state, '^%d+') or 0)
  local from = math.max(1, math.min(rev + 1, count - kept + 1))
  return { state, from, call('LRANGE', log, from - 1, -1) }
end

-- kept, own_kept: the number of newest deltas of the shared state and of each private state. If a
-- snapshot is older, all deltas after it are returned. own_log, own_snapshot: key prefixes.
register('room_load', { 'no-writes' }, function(keys, args)
  local header, log, snapshot, chat = unpack(keys)
  local kept, own_kept, own_log, own_snapshot = unpack(args)
  local fields = call('HGETALL', header)
  if #fields == 0 then return false end
  local own = {}
  for i = 1, #fields, 2 do
    if fields[i] == 'epoch' then fields[i + 1] = shown(fields[i + 1]) end
    local id = string.match(fields[i], '^own:(.*)$')
    if id then
      local part = ledger(own_log .. id, own_snapshot .. id, tonumber(own_kept))
      part[4] = id
      own[#own + 1] = part
    end
  end
  return { fields, ledger(log, snapshot, tonumber(kept)), own, call('LRANGE', chat, 0, -1) }
end)

register('room_say', {}, function(keys, args)
  local header, chat, owner = unpack(keys)
  local node, epoch, line, limit = unpack(args)
  if elsewhere(owner, node) then return refusal('ELSEWHERE room') end
  local known = call('HGET', header, 'epoch')
  if not known or shown(known) ~= epoch then return 0 end
  -- A call that is repeated after a lost answer adds no second message.
  if call('LPOS', chat, line, 'RANK', -1) then return 0 end
  call('RPUSH', chat, line)
  call('LTRIM', chat, -tonumber(limit), -1)
  return 1
end)

register('room_order', {}, function(keys, args)
  local header, owner = unpack(keys)
  local node, epoch, people = unpack(args)
  if elsewhere(owner, node) then return refusal('ELSEWHERE room') end
  local known = call('HGET', header, 'epoch')
  if not known or shown(known) ~= epoch then return 0 end
  call('HSET', header, 'order', people)
  return 1
end)

-- Gives a room a new epoch unless its epoch has changed already. A deleted room has no epoch, but
-- its clients are told too.
register('room_rewind', { 'allow-oom' }, function(keys, args)
  local header = unpack(keys)
  local epoch, next_epoch, channel, message = unpack(args)
  local known = call('HGET', header, 'epoch')
  if known and shown(known) ~= epoch then return 0 end
  if known then call('HSET', header, 'epoch', begun(next_epoch)) end
  call('PUBLISH', channel, message)
  return known and 1 or 0
end)

-- Removes a room that was last changed before the given time. own_log, own_snapshot: key prefixes.
register('room_purge', {}, function(keys, args)
  local header, log, snapshot, chat, rooms, listed, finished, owner = unpack(keys)
  local node, room, before, must_be_finished, own_log, own_snapshot = unpack(args)
  local holder = call('GET', owner)
  if holder and holder ~= node and call('EXISTS', 'nd:' .. holder) == 1 then return 0 end
  local changed = call('ZSCORE', rooms, room)
  if not changed or tonumber(changed) >= tonumber(before) then return 0 end
  if must_be_finished == '1' and not call('HGET', header, 'finished') then return 0 end
  for _, field in ipairs(call('HKEYS', header)) do
    local id = string.match(field, '^own:(.*)$')
    if id then call('UNLINK', own_log .. id, own_snapshot .. id) end
  end
  call('UNLINK', header, log, snapshot, chat, owner)
  for _, zset in ipairs({ rooms, listed, finished }) do call('ZREM', zset, room) end
  return 1
end)

-- Removes the name of a deleted account from a chat.
register('room_hush', {}, function(keys, args)
  local chat, lease = unpack(keys)
  local owner, id = unpack(args)
  if fenced(lease, owner) then return refusal('FENCED lease') end
  local prefix = '["' .. id .. '",'
  for i, line in ipairs(call('LRANGE', chat, 0, -1)) do
    if string.sub(line, 1, #prefix) == prefix then call('LSET', chat, i - 1, nameless(line, prefix)) end
  end
  return 1
end)
