extension RedisFunctions {
    static let shared = """
        -- K: list; A: key, until when or nothing, now, limit. Those that have ended go, and over the limit those that end first.
        local function shut_out(K, A)
          if A[2] == '' then call('ZREM', K[1], A[1]) else call('ZADD', K[1], A[2], A[1]) end
          call('ZREMRANGEBYSCORE', K[1], '-inf', A[3])
          call('ZREMRANGEBYRANK', K[1], 0, -1 - tonumber(A[4]))
          return 1
        end

        -- K: reports; A: report, limit. Sent again after a lost answer it is the same one.
        local function report_add(K, A)
          if call('LPOS', K[1], A[1], 'RANK', -1, 'MAXLEN', 100) then return 0 end
          call('RPUSH', K[1], A[1])
          call('LTRIM', K[1], -tonumber(A[2]), -1)
          return 1
        end

        local function clock()
          local time = call('TIME')
          return time[1] * 1000 + math.floor(time[2] / 1000)
        end

        local function purse(key, burst, interval, now)
          local known = call('HMGET', key, 'left', 'at')
          if not known[1] then return burst end
          return math.min(burst, tonumber(known[1]) + math.max(0, now - tonumber(known[2])) / interval)
        end

        local function put(key, left, burst, interval, now)
          if left >= burst then call('DEL', key); return end
          call('HSET', key, 'left', string.format('%.6f', left), 'at', string.format('%.0f', now))
          call('PEXPIRE', key, math.ceil((burst - left) * interval))
        end

        -- K: one for each purse; A: of each how many at once, milliseconds for one more. Takes one from each and returns 0,
        -- or takes nothing and returns the milliseconds to wait.
        local function purses_spend(K, A)
          local now, left, wait = clock(), {}, 0
          for i, key in ipairs(K) do
            local burst, interval = tonumber(A[2 * i - 1]), tonumber(A[2 * i])
            left[i] = purse(key, burst, interval, now)
            if left[i] < 1 then wait = math.max(wait, math.floor((1 - left[i]) * interval) + 1) end
          end
          if wait > 0 then return wait end
          for i, key in ipairs(K) do put(key, left[i] - 1, tonumber(A[2 * i - 1]), tonumber(A[2 * i]), now) end
          return 0
        end

        -- The same.
        local function purses_refund(K, A)
          local now = clock()
          for i, key in ipairs(K) do
            local burst, interval = tonumber(A[2 * i - 1]), tonumber(A[2 * i])
            put(key, purse(key, burst, interval, now) + 1, burst, interval, now)
          end
          return 1
        end

        """
}
