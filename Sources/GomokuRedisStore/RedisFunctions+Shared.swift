extension RedisFunctions {
    static let shared = """
        -- K: list; A: key, until when or nothing, now, limit. Those that have ended go, and over the limit those that end first.
        local function shut_out(K, A)
          if A[2] == '' then call('ZREM', K[1], A[1]) else call('ZADD', K[1], A[2], A[1]) end
          call('ZREMRANGEBYSCORE', K[1], '-inf', A[3])
          call('ZREMRANGEBYRANK', K[1], 0, -1 - tonumber(A[4]))
          return 1
        end

        -- Of each report its number, whether it is read, and the reporter's network, the oldest first. Servers of earlier
        -- versions keep reports without these facts, and let go of the oldest.
        local function report_facts(K)
          local facts, last = {}, 0
          local all, known = call('LLEN', K[1]), call('LRANGE', K[2], 0, -1)
          for i = math.max(1, #known - all + 1), #known do
            local number, read, network = string.match(known[i], '^(%d+) ([01]) (.*)$')
            last = tonumber(number)
            table.insert(facts, { number = last, read = read == '1', network = network })
          end
          while #facts < all do
            last = last + 1
            table.insert(facts, { number = last, read = false, network = '' })
          end
          return facts
        end

        local function keep_fact(K, fact)
          call('RPUSH', K[2], fact.number .. ' ' .. (fact.read and '1' or '0') .. ' ' .. fact.network)
        end

        local function keep_facts(K, facts)
          call('DEL', K[2])
          for _, fact in ipairs(facts) do keep_fact(K, fact) end
        end

        -- K: reports, facts; A: report, network, limit, quota. Sent again after a lost answer it is the same one.
        local function report_add(K, A)
          if call('LPOS', K[1], A[1], 'RANK', -1, 'MAXLEN', 100) then return 'kept' end
          local facts, limit, unread, done = report_facts(K), tonumber(A[3]), 0, nil
          -- done: the place of the oldest report that is read.
          for i, fact in ipairs(facts) do
            if fact.read then done = done or i elseif fact.network == A[2] then unread = unread + 1 end
          end
          if unread >= (2 * #facts < limit and tonumber(A[4]) or 1) then return 'tooMany' end
          local number = #facts > 0 and facts[#facts].number + 1 or 1
          if #facts >= limit then
            if not done then return 'full' end
            call('LSET', K[1], done - 1, '')
            call('LREM', K[1], 1, '')
            table.remove(facts, done)
          end
          call('RPUSH', K[1], A[1])
          table.insert(facts, { number = number, read = false, network = A[2] })
          -- Mostly the facts of one report are added, and nothing else has changed.
          if not done and call('LLEN', K[2]) == #facts - 1 then keep_fact(K, facts[#facts]) else keep_facts(K, facts) end
          return 'kept'
        end

        -- K: reports, facts; A: a number or nothing, how many, bytes. How many older ones there are; then the number and the
        -- text of each, the newest first.
        local function report_page(K, A) -- no-writes
          local facts, before, left = report_facts(K), tonumber(A[1]), tonumber(A[3])
          local page, first = { 0 }, #facts
          while first > 0 and before and facts[first].number >= before do first = first - 1 end
          local shown = 0
          while first > 0 and shown < tonumber(A[2]) do
            local text = call('LINDEX', K[1], first - 1)
            left = left - #text - 1
            if left < 0 and shown > 0 then break end
            table.insert(page, facts[first].number)
            table.insert(page, text)
            first, shown = first - 1, shown + 1
          end
          page[1] = first
          return page
        end

        -- K: reports, facts; A: numbers of reports that the operator has read
        local function report_read(K, A)
          local facts, read = report_facts(K), {}
          for _, number in ipairs(A) do read[tonumber(number)] = true end
          for _, fact in ipairs(facts) do fact.read = fact.read or read[fact.number] or false end
          keep_facts(K, facts)
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
