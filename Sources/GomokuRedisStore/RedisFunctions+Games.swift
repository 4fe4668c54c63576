extension RedisFunctions {
    static let games = """
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
