extension RedisFunctions {
    static let people = """
        local function person(id) return '{people}p:' .. id end
        local function name(key) return '{people}n:' .. key end
        local function token(hash) return '{people}t:' .. hash end
        local function sessions(id) return '{people}s:' .. id end
        local function games(id) return '{people}l:' .. id end

        -- Whether this participant never expires: an owner of a name, or a guest with a finished game.
        local function stays(id) return call('HEXISTS', person(id), 'key') == 1 or call('EXISTS', games(id)) == 1 end

        local function keys_of(id)
          local hash = call('HGET', person(id), 'token')
          if hash and call('GET', token(hash)) == id then return { person(id), token(hash) } end
          return { person(id) }
        end

        -- Sets or takes away the expiry. seen: the guest is here just now; otherwise an expiry that is there stays.
        local function expire(id, seen)
          local keys, stay = keys_of(id), stays(id)
          for _, key in ipairs(keys) do seen = seen or call('PTTL', key) == -1 end
          for _, key in ipairs(keys) do
            if stay then
              call('PERSIST', key)
            elseif seen then
              call('PEXPIRE', key, \(RedisKeys.guestMilliseconds))
            end
          end
        end

        -- Whether `expire` changes something for a participant who comes back: it does so at most once a day.
        local function is_due(id)
          local left = call('PTTL', person(id))
          if stays(id) then return left >= 0 and 1 or 0 end
          return left < \(RedisKeys.guestMilliseconds - RedisKeys.seenMilliseconds) and 1 or 0
        end

        -- K: lease; A: owner, whether they were seen, ids
        local function people_expire(K, A)
          if fenced(K[1], A[1]) then return refusal('FENCED lease') end
          for i = 3, #A do expire(A[i], A[2] == '1') end
          return 1
        end

        -- K: lease; A: owner, id, name, bot, token, whether nothing is written for somebody who is not stored
        local function person_save(K, A)
          if fenced(K[1], A[1]) then return refusal('FENCED lease') end
          local key = person(A[2])
          local known = call('HMGET', key, 'name', 'key')
          if A[6] == '1' and not known[1] then return 0 end
          if known[2] then
            call('HSET', key, 'bot', A[4])
          else
            call('HSET', key, 'name', A[3], 'bot', A[4], 'token', A[5])
            call('SET', token(A[5]), A[2])
          end
          expire(A[2], true)
          return 1
        end

        -- A: token, the guest whom it was signed for or nothing. The owner, and whether the expiry is to be set; a text
        -- for a token that is nobody's any more; nothing for one that is not stored.
        local function person_of(K, A) -- no-writes
          local id = call('GET', token(A[1]))
          local known = id and call('HMGET', person(id), 'name', 'bot', 'key')
          if known and known[1] then return { id, known, is_due(id) } end
          if id == '' or (A[2] ~= '' and call('HEXISTS', person(A[2]), 'name') == 1) then return 'nobody' end
          return false
        end

        -- What a key holds: a hash's fields and values, a sorted set's members and scores, or a text.
        local function content_of(key)
          local kind = call('TYPE', key).ok
          if kind == 'hash' then return call('HGETALL', key) end
          if kind == 'zset' then return call('ZRANGE', key, 0, -1, 'WITHSCORES') end
          return { call('GET', key) or nil }
        end

        -- The same for equal contents, whatever order Redis returns a hash in.
        local function digest(content)
          local parts = {}
          for i = 1, #content, 2 do
            local value = content[i + 1] or ''
            parts[#parts + 1] = #content[i] .. ' ' .. #value .. ' ' .. content[i] .. value
          end
          table.sort(parts)
          return redis.sha1hex(#parts .. ' ' .. table.concat(parts, ' '))
        end

        -- A: of each thing its kind and which one. Each key that it consists of, with its content and a digest of that.
        local function people_load(K, A) -- no-writes
          local found, known = {}, {}
          local function add(key)
            if known[key] then return end
            known[key] = true
            local content = content_of(key)
            found[#found + 1] = { key, content, digest(content) }
          end
          local function add_person(id)
            if not id or id == '' then return end
            add(person(id))
            add(sessions(id))
            for _, key in ipairs(call('HMGET', person(id), 'key', 'former')) do
              if key then add(name(key)) end
            end
          end
          for i = 1, #A, 2 do
            local kind, which = A[i], A[i + 1]
            if kind == 'person' then
              add_person(which)
            elseif kind == 'name' then
              add(name(which))
              add_person(call('HGET', name(which), 'participant'))
            elseif kind == 'token' then
              add(token(which))
              add_person(call('GET', token(which)))
            else
              add(which)
            end
          end
          return found
        end

        -- A text of ours in which somebody's name, which follows their id, is empty. Quotes within a text are escaped, so
        -- that what begins an array is found nowhere else.
        local function nameless(text, prefix)
          local _, before = string.find(text, prefix, 1, true)
          if not before or string.sub(text, before + 1, before + 1) ~= '"' then return text end
          local last = before + 2
          while string.sub(text, last, last) ~= '"' do
            if last > #text then return text end
            last = last + (string.sub(text, last, last) == '\\\\' and 2 or 1)
          end
          return string.sub(text, 1, before) .. '""' .. string.sub(text, last + 1)
        end

        -- Takes a deleted account out of games and lists. `room_hush` takes the name out of chats afterwards; until then
        -- the participant is a leaver.
        local function efface(id)
          for _, field in ipairs(call('SMEMBERS', '{people}kinds')) do call('ZREM', '{people}best:' .. field, id) end
          for _, game in ipairs(call('ZRANGE', games(id), 0, -1)) do
            local record = '{people}g:' .. game
            local text = call('GET', record)
            for _, side in ipairs({ 'x', 'o' }) do text = nameless(text, '"' .. side .. '":["' .. id .. '",') end
            call('SET', record, text)
          end
          call('DEL', person(id), sessions(id), games(id))
          call('SADD', '{people}leaving', id)
        end

        -- K: lease; A: owner, a number of keys, each key with the digest of its content, and commands, each behind the
        --    number of its words. 0: a key has another content by now, and nothing is written.
        local function people_write(K, A)
          if fenced(K[1], A[1]) then return refusal('FENCED lease') end
          local place = 3
          for _ = 1, tonumber(A[2]) do
            if digest(content_of(A[place])) ~= A[place + 1] then return 0 end
            place = place + 2
          end
          while A[place] do
            local last = place + tonumber(A[place])
            if A[place + 1] == 'EFFACE' then efface(A[last]) else call(unpack(A, place + 1, last)) end
            place = last + 1
          end
          return 1
        end

        -- K: chat, lease; A: owner, id
        local function room_hush(K, A)
          if fenced(K[2], A[1]) then return refusal('FENCED lease') end
          local prefix = '["' .. A[2] .. '",'
          for i, line in ipairs(call('LRANGE', K[1], 0, -1)) do
            if string.sub(line, 1, #prefix) == prefix then call('LSET', K[1], i - 1, nameless(line, prefix)) end
          end
          return 1
        end

        -- K: lease; A: owner, id
        local function person_left(K, A)
          if fenced(K[1], A[1]) then return refusal('FENCED lease') end
          return call('SREM', '{people}leaving', A[2])
        end

        """
}
