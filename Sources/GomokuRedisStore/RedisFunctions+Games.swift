extension RedisFunctions {
    static let games = """
        -- Games of the same two that counted: the newest, by when they ended.
        local function pair(one, other)
          return '{people}v:' .. (one < other and one .. ' ' .. other or other .. ' ' .. one)
        end

        -- K: lease; A: owner, game's id, game, ended, result, recent, kind, then of x and of o: id, rating before, after;
        --    games of these two that count, since when
        -- 0: it is there already. 2: a rating is another by now. 3: too many of these two have counted.
        local function game_settle(K, A)
          if fenced(K[1], A[1]) then return refusal('FENCED lease') end
          local record = '{people}g:' .. A[2]
          if call('EXISTS', record) == 1 then return 0 end
          if A[7] ~= '' then
            if call('ZCOUNT', pair(A[8], A[11]), '(' .. A[15], '+inf') >= tonumber(A[14]) then return 3 end
            for i = 8, 11, 3 do
              if (call('HGET', person(A[i]), A[7]) or '') ~= A[i + 1] then return 2 end
            end
          end
          call('SET', record, A[3])
          -- All games, in the order in which they were settled: ratings can be counted again.
          call('RPUSH', '{people}games', A[2])
          for i = 8, 11, 3 do
            local id = A[i]
            if id ~= '' then
              call('ZADD', games(id), A[4], A[2])
              expire(id, true)
              if A[8] ~= A[11] then
                local side = i == 8 and 'x' or 'o'
                call('HINCRBY', person(id), A[5] == 'draw' and 'drawn' or A[5] == side and 'won' or 'lost', 1)
              end
              if A[7] ~= '' then
                call('HSET', person(id), A[7], A[i + 2])
                if call('HEXISTS', person(id), 'key') == 1 then rank(id, A[7], A[i + 2]) end
              end
            end
          end
          if A[7] ~= '' then
            local counted = pair(A[8], A[11])
            call('ZADD', counted, A[4], A[2])
            call('ZREMRANGEBYRANK', counted, 0, -1 - tonumber(A[14]))
            -- After two days none of them matters.
            call('PEXPIRE', counted, 172800000)
          end
          if A[6] == '1' then
            call('LPUSH', '{people}recent', A[2])
            call('LTRIM', '{people}recent', 0, 1999)
          end
          return 1
        end

        -- A: id, before, limit
        local function games_of(K, A) -- no-writes
          local ids = call('ZREVRANGEBYSCORE', games(A[1]), A[2], '-inf', 'LIMIT', 0, A[3])
          local found = {}
          for i, id in ipairs(ids) do found[i] = call('GET', '{people}g:' .. id) end
          return found
        end

        -- A: limit
        local function games_recent(K, A) -- no-writes
          local found = {}
          for i, id in ipairs(call('LRANGE', '{people}recent', 0, tonumber(A[1]) - 1)) do
            found[i] = call('GET', '{people}g:' .. id)
          end
          return found
        end

        -- A: behind how many, limit, which; without that each
        local function people_best(K, A) -- no-writes
          local found, kinds, from = {}, { A[3] }, tonumber(A[1])
          if #kinds == 0 then kinds = call('SMEMBERS', '{people}kinds') end
          for _, field in ipairs(kinds) do
            for _, id in ipairs(call('ZRANGE', '{people}best:' .. field, from, from + tonumber(A[2]) - 1)) do
              local known = call('HMGET', person(id), 'name', field)
              found[#found + 1] = { field, id, known[1], known[2] }
            end
          end
          return found
        end

        """
}
