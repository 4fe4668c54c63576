extension RedisFunctions {
    static let leaving = """
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

        -- A name of a deleted account, which nobody can claim until then.
        local function reserve(key, till)
          call('HSET', name(key), 'reserved', till)
          call('PEXPIREAT', name(key), till)
        end

        -- K: lease; A: owner, id, the time until which names are reserved. `room_hush` takes the name out of chats
        -- afterwards; until then the participant is a leaver.
        local function person_forget(K, A)
          if fenced(K[1], A[1]) then return refusal('FENCED lease') end
          local id = A[2]
          finish(id, 'all')
          local known = call('HMGET', person(id), 'key', 'former', 'token')
          for i = 1, 2 do
            if known[i] and call('HGET', name(known[i]), 'participant') == id then
              call('DEL', name(known[i]))
              reserve(known[i], A[3])
            end
          end
          -- The token is signed for this ID. An empty text keeps the ID from being given out again.
          if known[3] then call('SET', token(known[3]), '') end
          for _, field in ipairs(call('SMEMBERS', '{people}kinds')) do call('ZREM', '{people}best:' .. field, id) end
          for _, game in ipairs(call('ZRANGE', games(id), 0, -1)) do
            local record = '{people}g:' .. game
            local text = call('GET', record)
            for _, side in ipairs({ 'x', 'o' }) do text = nameless(text, '"' .. side .. '":["' .. id .. '",') end
            call('SET', record, text)
          end
          call('DEL', person(id), games(id))
          call('SADD', '{people}leaving', id)
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
