-- Helpers of the other files. The library's text defines `version` before this file.

-- A wrapper, because `redis.call` is not available yet while Redis loads this file.
local function call(...) return redis.call(...) end

-- The error consists of two words, because Redis puts a word of its own before a single one.
local function refusal(word) return redis.error_reply(word) end

-- Registers a function under a name with the version, so that servers of two versions do not share
-- functions. Flags: 'allow-oom' lets Redis run the function when its memory is full, 'no-writes'
-- when its memory or disk is full.
local function register(name, flags, callback)
  redis.register_function{ function_name = name .. '_' .. version, callback = callback, flags = flags }
end

-- Whether a server of an incompatible version has taken over the store.
local function fenced(lease, owner)
  local holder = call('GET', lease)
  if holder == owner then return false end
  if holder then return true end
  call('SET', lease, owner)
  return false
end

-- Whether another running server serves the room. If not, the room becomes this server's.
local function elsewhere(owner, id)
  local holder = call('GET', owner)
  if holder == id then return false end
  if holder and call('EXISTS', 'nd:' .. holder) == 1 then return true end
  call('SET', owner, id)
  return false
end

-- Returns the epoch that clients see: the one in the header, followed by the store's generation
-- unless the room began in that generation.
local function shown(stored)
  local generation = call('HGET', 'meta', 'generation') or ''
  local epoch, own = string.match(stored, '^([^/]*)/?(.*)$')
  return own == generation and epoch or epoch .. generation
end

-- Returns the header's epoch for a room that begins with this epoch.
local function begun(epoch)
  local generation = call('HGET', 'meta', 'generation')
  return generation and epoch .. '/' .. generation or epoch
end

-- The keys of people, as in `RedisKeys`.
local function person_key(id) return '{people}p:' .. id end
local function name_key(key) return '{people}n:' .. key end
local function token_key(hash) return '{people}t:' .. hash end
local function sessions_key(id) return '{people}s:' .. id end
local function games_key(id) return '{people}l:' .. id end
local function game_key(game) return '{people}g:' .. game end
local function best_key(field) return '{people}best:' .. field end
local kinds_key = '{people}kinds'

-- Returns a stored text with the name after a participant's ID emptied. `prefix` is the beginning
-- of that participant's array. It occurs nowhere else, because quotation marks within texts are
-- escaped.
local function nameless(text, prefix)
  local _, before = string.find(text, prefix, 1, true)
  if not before or string.sub(text, before + 1, before + 1) ~= '"' then return text end
  local last = before + 2
  while string.sub(text, last, last) ~= '"' do
    if last > #text then return text end
    last = last + (string.sub(text, last, last) == '\\' and 2 or 1)
  end
  return string.sub(text, 1, before) .. '""' .. string.sub(text, last + 1)
end
