extension RedisFunctions {
    // Validate before the first write: what an error comes after is not undone.
    static let rooms = """
        -- At loading nothing can be called yet.
        local function call(...) return redis.call(...) end
        local function fenced(key, owner)
          local holder = call('GET', key)
          if holder == owner then return false end
          if holder then return true end
          call('SET', key, owner)
          return false
        end
        -- Whether another server serves the room; one that is gone does not.
        local function elsewhere(key, id)
          local holder = call('GET', key)
          if holder == id then return false end
          if holder and call('EXISTS', 'nd:' .. holder) == 1 then return true end
          call('SET', key, id)
          return false
        end
        -- An error of a single word would get another before it.
        local function refusal(word) return redis.error_reply(word) end

        -- The epoch that clients see of a room: the one in its header, and the store's generation, unless the room began in
        -- that generation.
        local function shown(stored)
          local generation = call('HGET', 'meta', 'generation') or ''
          local epoch, own = string.match(stored, '^([^/]*)/?(.*)$')
          return own == generation and epoch or epoch .. generation
        end
        -- What the header of a room has that begins with this epoch.
        local function begun(epoch)
          local generation = call('HGET', 'meta', 'generation')
          return generation and epoch .. '/' .. generation or epoch
        end

        -- K: log, header, rooms, listed, finished, snapshot, outbox, owner
        -- A: node, rev, room, epoch, kind, host, created, changed, participant, lists, finished, snapshot, game's id,
        --    game, deltas
        local function room_append(K, A)
          if elsewhere(K[8], A[1]) then return refusal('ELSEWHERE room') end
          local known = call('HMGET', K[2], 'epoch', 'listed', 'finished')
          if known[1] and shown(known[1]) ~= A[4] then return refusal('OTHER epoch') end
          local count, rev = call('LLEN', K[1]), tonumber(A[2])
          if count >= rev then return refusal('CONFLICT revision') end
          if count < rev - 1 then return refusal('BEHIND ' .. count) end
          if not known[1] then
            call('HSET', K[2], 'epoch', begun(A[4]), 'kind', A[5], 'host', A[6], 'created', A[7])
          end
          if A[9] ~= '' and count == 0 then call('HSET', K[2], 'own:' .. A[9], '1') end
          call('RPUSH', K[1], unpack(A, 15))
          call('ZADD', K[3], A[8], A[3])
          local function mark(zset, field, word, before)
            if word == '0' then
              if before then call('ZREM', zset, A[3]); call('HDEL', K[2], field) end
            elseif word == '1' or before then
              call('ZADD', zset, A[8], A[3])
              if not before then call('HSET', K[2], field, '1') end
            end
          end
          mark(K[4], 'listed', A[10], known[2])
          mark(K[5], 'finished', A[11], known[3])
          if A[12] ~= '' then call('SET', K[6], A[12]) end
          if A[13] ~= '' then call('HSET', K[7], A[13], A[14]) end
          return count + #A - 14
        end

        local function ledger(log, snapshot, kept)
          local count, state = call('LLEN', log), call('GET', snapshot) or ''
          local rev = tonumber(string.match(state, '^%d+') or 0)
          local from = math.max(1, math.min(rev + 1, count - kept + 1))
          return { state, from, call('LRANGE', log, from - 1, -1) }
        end

        -- K: header, log, snapshot, chat; A: deltas kept, of private state, prefixes of private logs and snapshots
        local function room_load(K, A) -- no-writes
          local header = call('HGETALL', K[1])
          if #header == 0 then return false end
          local own = {}
          for i = 1, #header, 2 do
            if header[i] == 'epoch' then header[i + 1] = shown(header[i + 1]) end
            local id = string.match(header[i], '^own:(.*)$')
            if id then
              local part = ledger(A[3] .. id, A[4] .. id, tonumber(A[2]))
              part[4] = id
              own[#own + 1] = part
            end
          end
          return { header, ledger(K[2], K[3], tonumber(A[1])), own, call('LRANGE', K[4], 0, -1) }
        end

        -- K: header, chat, owner; A: node, epoch, line, limit
        local function room_say(K, A)
          if elsewhere(K[3], A[1]) then return refusal('ELSEWHERE room') end
          local known = call('HGET', K[1], 'epoch')
          if not known or shown(known) ~= A[2] then return 0 end
          -- Said again after a lost answer it is the same line.
          if call('LPOS', K[2], A[3], 'RANK', -1) then return 0 end
          call('RPUSH', K[2], A[3])
          call('LTRIM', K[2], -tonumber(A[4]), -1)
          return 1
        end

        -- K: header, owner; A: node, epoch, people
        local function room_order(K, A)
          if elsewhere(K[2], A[1]) then return refusal('ELSEWHERE room') end
          local known = call('HGET', K[1], 'epoch')
          if not known or shown(known) ~= A[2] then return 0 end
          call('HSET', K[1], 'order', A[3])
          return 1
        end

        -- K: header; A: epoch, the next epoch, channel, message. A room of which nothing is left has none to change.
        local function room_rewind(K, A) -- allow-oom
          local epoch = call('HGET', K[1], 'epoch')
          if epoch and shown(epoch) ~= A[1] then return 0 end
          if epoch then call('HSET', K[1], 'epoch', begun(A[2])) end
          call('PUBLISH', A[3], A[4])
          return epoch and 1 or 0
        end

        -- K: header, log, snapshot, chat, rooms, listed, finished, owner
        -- A: node, room, before, whether it must be finished, prefixes of private logs and snapshots
        local function room_purge(K, A)
          local holder = call('GET', K[8])
          if holder and holder ~= A[1] and call('EXISTS', 'nd:' .. holder) == 1 then return 0 end
          local changed = call('ZSCORE', K[5], A[2])
          if not changed or tonumber(changed) >= tonumber(A[3]) then return 0 end
          if A[4] == '1' and not call('HGET', K[1], 'finished') then return 0 end
          for _, field in ipairs(call('HKEYS', K[1])) do
            local id = string.match(field, '^own:(.*)$')
            if id then call('UNLINK', A[5] .. id, A[6] .. id) end
          end
          call('UNLINK', K[1], K[2], K[3], K[4], K[8])
          for i = 5, 7 do call('ZREM', K[i], A[2]) end
          return 1
        end

        """
}
