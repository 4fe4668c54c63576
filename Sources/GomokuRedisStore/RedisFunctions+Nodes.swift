extension RedisFunctions {
    // Who is there is one key each that goes by itself; whose a room is stays until somebody else takes it, or it is let go.
    static let nodes = """
        local function node(id) return 'nd:' .. id end

        -- K: node, nodes, alive; A: id, process, milliseconds, now, run of the Redis or ''. 0: it was not heard of for too
        -- long.
        local function node_beat(K, A) -- allow-oom
          local known = call('EXISTS', K[1])
          call('SET', K[1], A[2], 'PX', A[3])
          call('HSET', K[2], A[1], A[4])
          call('SET', K[3], A[4])
          if A[5] ~= '' then call('HSET', 'runs', A[1], A[5]) end
          return known
        end

        -- K: node; A: id, channel
        local function node_end(K, A) -- allow-oom
          call('DEL', K[1])
          call('PUBLISH', A[2], 'gone ' .. A[1])
          return 1
        end

        -- K: owner, header; A: id, run of the Redis or '', a new epoch. Returns the owner, and its process; or, if the
        -- room has a new owner, when the former one was last heard of.
        local function room_own(K, A) -- allow-oom
          local holder, beat = call('GET', K[1]), ''
          if holder == A[1] then return { holder, '' } end
          if holder then
            local alive = call('GET', node(holder))
            if alive then return { holder, alive } end
            beat = call('HGET', 'nodes', holder) or ''
            -- The Redis that the former server knew is gone as well: what it stored last may be lost.
            if A[2] ~= '' and call('HGET', 'runs', holder) ~= A[2] and call('EXISTS', K[2]) == 1 then
              call('HSET', K[2], 'epoch', begun(A[3]))
            end
          end
          call('SET', K[1], A[1])
          return { A[1], beat }
        end

        -- K: owner; A: id
        local function room_release(K, A) -- allow-oom
          if call('GET', K[1]) ~= A[1] then return 0 end
          call('DEL', K[1])
          return 1
        end

        """
}
