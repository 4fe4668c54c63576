-- Servers. Each running server has a key that expires. A server owns a room until it releases the
-- room or, after the server is gone, another server takes it.

-- Returns the holder of the store's lease. Takes the lease if it is free or if `own` or `replaced`
-- holds it. The secret is stored only if the store has none.
register('lease_share', { 'allow-oom' }, function(keys, args)
  local lease, meta = unpack(keys)
  local own, replaced, format, secret = unpack(args)
  local owner = call('GET', lease)
  if owner and owner ~= own and owner ~= replaced then return owner end
  call('SET', lease, own)
  call('HSET', meta, 'format', format)
  call('HSETNX', meta, 'secret', secret)
  return own
end)

-- run: the run ID of the Redis, or ''. Returns 0 if the server's key did not exist, because it has
-- expired or is new.
register('node_beat', { 'allow-oom' }, function(keys, args)
  local node, nodes, alive = unpack(keys)
  local id, process, milliseconds, now, run = unpack(args)
  local known = call('EXISTS', node)
  call('SET', node, process, 'PX', milliseconds)
  call('HSET', nodes, id, now)
  call('SET', alive, now)
  if run ~= '' then call('HSET', 'runs', id, run) end
  return known
end)

register('node_end', { 'allow-oom' }, function(keys, args)
  local node = unpack(keys)
  local id, channel = unpack(args)
  call('DEL', node)
  call('PUBLISH', channel, 'gone ' .. id)
  return 1
end)

-- run: the run ID of the Redis, or ''. If another running server owns the room, returns its ID and
-- process. Otherwise takes the room, and returns the caller's ID and the time of the former owner's
-- last heartbeat.
register('room_own', { 'allow-oom' }, function(keys, args)
  local owner, header = unpack(keys)
  local id, run, new_epoch = unpack(args)
  local holder, beat = call('GET', owner), ''
  if holder == id then return { holder, '' } end
  if holder then
    local process = call('GET', 'nd:' .. holder)
    if process then return { holder, process } end
    beat = call('HGET', 'nodes', holder) or ''
    -- The former owner used another run of the Redis, so its last appends may be lost. Give the
    -- room a new epoch.
    if run ~= '' and call('HGET', 'runs', holder) ~= run and call('EXISTS', header) == 1 then
      call('HSET', header, 'epoch', begun(new_epoch))
    end
  end
  call('SET', owner, id)
  return { id, beat }
end)

register('room_release', { 'allow-oom' }, function(keys, args)
  local owner = unpack(keys)
  local id = unpack(args)
  if call('GET', owner) ~= id then return 0 end
  call('DEL', owner)
  return 1
end)
