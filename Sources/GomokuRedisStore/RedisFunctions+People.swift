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

        local function rank(id, field, rating)
          local strength, deviation = string.match(rating, '^(%S+) (%S+)')
          call('SADD', '{people}kinds', field)
          -- Ascending, so that of two who are as good the one with the lesser id comes first.
          call('ZADD', '{people}best:' .. field, 2 * tonumber(deviation) - tonumber(strength), id)
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

        -- Whether a name is reserved, `till` then, for a deleted account.
        local function is_reserved(till, now) return till and tonumber(now) < tonumber(till) end

        local function unreserve(key)
          if call('HDEL', name(key), 'reserved') == 1 then call('PERSIST', name(key)) end
        end

        -- K: lease; A: owner, id, key, name, password, since, session
        local function person_claim(K, A)
          if fenced(K[1], A[1]) then return refusal('FENCED lease') end
          local known = call('HMGET', person(A[2]), 'name', 'key', 'token')
          if not known[1] then return 'unknown' end
          local stored = call('HMGET', name(A[3]), 'participant', 'password', 'since', 'reserved')
          if known[2] then
            -- Claimed by this very call, whose answer was lost.
            if known[2] == A[3] and stored[1] == A[2] and stored[2] == A[5] and stored[3] == A[6] then return 'ok' end
            return 'claimed'
          end
          if stored[1] or is_reserved(stored[4], A[6]) then return 'taken' end
          unreserve(A[3])
          call('HSET', name(A[3]), 'participant', A[2], 'name', A[4], 'password', A[5], 'since', A[6])
          call('HSET', person(A[2]), 'name', A[4], 'key', A[3], 'since', A[6])
          if known[3] then call('HSET', sessions(A[2]), known[3], A[7]) end
          expire(A[2], true)
          local fields = call('HGETALL', person(A[2]))
          for i = 1, #fields, 2 do
            if string.sub(fields[i], 1, 2) == 'r:' then rank(A[2], fields[i], fields[i + 1]) end
          end
          return 'ok'
        end

        -- K: lease; A: owner, id, token, session, limit
        local function session_add(K, A)
          if fenced(K[1], A[1]) then return refusal('FENCED lease') end
          local key = sessions(A[2])
          call('HSET', key, A[3], A[4])
          call('SET', token(A[3]), A[2])
          while call('HLEN', key) > tonumber(A[5]) do
            local all, least, unused = call('HGETALL', key), nil, nil
            for i = 1, #all, 2 do
              local seen = tonumber(string.match(all[i + 1], '^%d+'))
              if not least or seen < least then least, unused = seen, all[i] end
            end
            call('HDEL', key, unused)
            call('DEL', token(unused))
          end
          return 1
        end

        local function finish(id, mode, hash)
          for _, one in ipairs(call('HKEYS', sessions(id))) do
            if mode == 'all' or (mode == 'one') == (one == hash) then
              call('HDEL', sessions(id), one)
              call('DEL', token(one))
            end
          end
        end

        -- K: lease; A: owner, id, which, token
        local function session_end(K, A)
          if fenced(K[1], A[1]) then return refusal('FENCED lease') end
          finish(A[2], A[3], A[4])
          return 1
        end

        -- K: lease; A: owner, token, time, latest time that is replaced
        local function session_saw(K, A)
          if fenced(K[1], A[1]) then return refusal('FENCED lease') end
          local id = call('GET', token(A[2]))
          local session = id and call('HGET', sessions(id), A[2])
          if not session then return 0 end
          local seen, rest = string.match(session, '^(%d+)(.*)$')
          if tonumber(seen) > tonumber(A[4]) then return 0 end
          call('HSET', sessions(id), A[2], A[3] .. rest)
          return 1
        end

        -- K: lease; A: owner, id, password, token that stays
        local function person_password(K, A)
          if fenced(K[1], A[1]) then return refusal('FENCED lease') end
          local key = call('HGET', person(A[2]), 'key')
          if not key then return 0 end
          call('HSET', name(key), 'password', A[3])
          finish(A[2], 'others', A[4])
          return 1
        end

        -- A: name's key
        local function account_of(K, A) -- no-writes
          local id = call('HGET', name(A[1]), 'participant')
          local key = id and call('HGET', person(id), 'key')
          if not key then return false end
          return call('HMGET', name(key), 'participant', 'name', 'password', 'since')
        end

        -- A former name leads to the person, and has nothing else.
        local function leave_name(id, key)
          call('DEL', name(key))
          if call('HGET', person(id), 'former') == key then call('HSET', name(key), 'participant', id) end
        end

        local function take_name(id, key, text, password, since)
          unreserve(key)
          call('HSET', name(key), 'participant', id, 'name', text, 'password', password, 'since', since)
          call('HSET', person(id), 'name', text, 'key', key)
        end

        -- K: lease; A: owner, id, key, name, time
        local function person_rename(K, A)
          if fenced(K[1], A[1]) then return refusal('FENCED lease') end
          local known = call('HMGET', person(A[2]), 'key', 'former', 'name')
          if not known[1] then return 'unclaimed' end
          if known[2] then
            -- Renamed by this very call, whose answer was lost.
            return known[1] == A[3] and known[3] == A[4] and 'ok' or 'renamed'
          end
          local other = call('HMGET', name(A[3]), 'participant', 'reserved')
          if other[1] and other[1] ~= A[2] or is_reserved(other[2], A[5]) then return 'taken' end
          local kept = call('HMGET', name(known[1]), 'password', 'since')
          call('HSET', person(A[2]), 'former', known[1])
          leave_name(A[2], known[1])
          take_name(A[2], A[3], A[4], kept[1], kept[2])
          return 'ok'
        end

        -- K: lease; A: owner, id, key, name
        local function person_name(K, A)
          if fenced(K[1], A[1]) then return refusal('FENCED lease') end
          local other = call('HGET', name(A[3]), 'participant')
          if other and other ~= A[2] then return 'taken' end
          local known = call('HMGET', person(A[2]), 'key', 'name')
          if known[1] then
            local kept = call('HMGET', name(known[1]), 'password', 'since')
            leave_name(A[2], known[1])
            take_name(A[2], A[3], A[4], kept[1], kept[2])
          elseif known[2] then
            call('HSET', person(A[2]), 'name', A[4])
          end
          return 'ok'
        end

        """
}
