-- Guests. They are stored with the first thing worth storing, and expire unless they have a name or
-- a finished game.

-- The expiry of an absent guest, and the age at which an expiry is renewed, in milliseconds.
local guest_milliseconds = 90 * 86400000
local seen_milliseconds = 86400000

-- Whether this participant never expires: an owner of a name, or a guest with a finished game.
local function stays(id)
  return call('HEXISTS', person_key(id), 'key') == 1 or call('EXISTS', games_key(id)) == 1
end

local function keys_of(id)
  local hash = call('HGET', person_key(id), 'token')
  if hash and call('GET', token_key(hash)) == id then return { person_key(id), token_key(hash) } end
  return { person_key(id) }
end

-- Sets or removes a guest's expiry. seen: whether the guest is here now; if not, an existing expiry
-- is left as it is.
local function expire(id, seen)
  local keys, stay = keys_of(id), stays(id)
  for _, key in ipairs(keys) do seen = seen or call('PTTL', key) == -1 end
  for _, key in ipairs(keys) do
    if stay then
      call('PERSIST', key)
    elseif seen then
      call('PEXPIRE', key, guest_milliseconds)
    end
  end
end

-- Whether `expire` would change anything for a participant who returns. It does so at most once a
-- day.
local function is_due(id)
  local left = call('PTTL', person_key(id))
  if stays(id) then return left >= 0 and 1 or 0 end
  return left < guest_milliseconds - seen_milliseconds and 1 or 0
end

-- args: the value of the lease, '1' if the participants are here now, and their IDs.
register('people_expire', {}, function(keys, args)
  local lease = unpack(keys)
  local owner, seen = unpack(args)
  if fenced(lease, owner) then return refusal('FENCED lease') end
  for i = 3, #args do expire(args[i], seen == '1') end
  return 1
end)

-- must_be_stored: '1' to write nothing if the participant is not stored yet.
register('person_save', {}, function(keys, args)
  local lease = unpack(keys)
  local owner, id, name, is_bot, token, must_be_stored = unpack(args)
  if fenced(lease, owner) then return refusal('FENCED lease') end
  local known_name, account = unpack(call('HMGET', person_key(id), 'name', 'key'))
  if must_be_stored == '1' and not known_name then return 0 end
  if account then
    call('HSET', person_key(id), 'bot', is_bot)
  else
    call('HSET', person_key(id), 'name', name, 'bot', is_bot, 'token', token)
    call('SET', token_key(token), id)
  end
  expire(id, true)
  return 1
end)

-- Finds the owner of a token. `signed` is the ID that the token's signature names, or ''.
-- Returns the owner's ID and record, and whether the guest's expiry must be set. Returns 'nobody'
-- if the token was revoked, and nothing if it was never stored.
register('person_of', { 'no-writes' }, function(_, args)
  local token, signed = unpack(args)
  local id = call('GET', token_key(token))
  local known = id and call('HMGET', person_key(id), 'name', 'bot', 'key')
  if known and known[1] then return { id, known, is_due(id) } end
  if id == '' or (signed ~= '' and call('HEXISTS', person_key(signed), 'name') == 1) then return 'nobody' end
  return false
end)
