-- Records that all servers share: bans, mutes and closed rooms, reports by players, and rate
-- limits.

-- Sets the end of an entry in a list (a ban, a mute or a closed room), or removes it if `till` is
-- ''. Also removes expired entries, and those that end first if there are more than `limit`.
register('shut_out', {}, function(keys, args)
  local list = unpack(keys)
  local key, till, now, limit = unpack(args)
  if till == '' then call('ZREM', list, key) else call('ZADD', list, till, key) end
  call('ZREMRANGEBYSCORE', list, '-inf', now)
  call('ZREMRANGEBYRANK', list, 0, -1 - tonumber(limit))
  return 1
end)

-- Returns the number, read state and reporter's network of each report, oldest first. Servers of
-- earlier versions store reports without these facts, and delete the oldest.
local function report_facts(reports, notes)
  local facts, last = {}, 0
  local all, known = call('LLEN', reports), call('LRANGE', notes, 0, -1)
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

local function keep_fact(notes, fact)
  call('RPUSH', notes, fact.number .. ' ' .. (fact.read and '1' or '0') .. ' ' .. fact.network)
end

local function keep_facts(notes, facts)
  call('DEL', notes)
  for _, fact in ipairs(facts) do keep_fact(notes, fact) end
end

-- A call that is repeated after a lost answer adds no second report.
register('report_add', {}, function(keys, args)
  local reports, notes = unpack(keys)
  local report, network, limit, quota = unpack(args)
  if call('LPOS', reports, report, 'RANK', -1, 'MAXLEN', 100) then return 'kept' end
  -- done: the index of the oldest report that has been read.
  local facts, unread, done = report_facts(reports, notes), 0, nil
  for i, fact in ipairs(facts) do
    if fact.read then done = done or i elseif fact.network == network then unread = unread + 1 end
  end
  if unread >= (2 * #facts < tonumber(limit) and tonumber(quota) or 1) then return 'tooMany' end
  local number = #facts > 0 and facts[#facts].number + 1 or 1
  if #facts >= tonumber(limit) then
    if not done then return 'full' end
    call('LSET', reports, done - 1, '')
    call('LREM', reports, 1, '')
    table.remove(facts, done)
  end
  call('RPUSH', reports, report)
  table.insert(facts, { number = number, read = false, network = network })
  -- Usually it is enough to add the facts of the new report.
  if not done and call('LLEN', notes) == #facts - 1 then
    keep_fact(notes, facts[#facts])
  else
    keep_facts(notes, facts)
  end
  return 'kept'
end)

-- before: a report's number, or ''. Returns the number of older reports, then the number and text
-- of each report, newest first.
register('report_page', { 'no-writes' }, function(keys, args)
  local reports, notes = unpack(keys)
  local before, count, bytes = unpack(args)
  local facts, left = report_facts(reports, notes), tonumber(bytes)
  local page, first, taken = { 0 }, #facts, 0
  while first > 0 and before ~= '' and facts[first].number >= tonumber(before) do first = first - 1 end
  while first > 0 and taken < tonumber(count) do
    local text = call('LINDEX', reports, first - 1)
    left = left - #text - 1
    if left < 0 and taken > 0 then break end
    table.insert(page, facts[first].number)
    table.insert(page, text)
    first, taken = first - 1, taken + 1
  end
  page[1] = first
  return page
end)

-- args: the numbers of reports that the operator has read.
register('report_read', {}, function(keys, args)
  local reports, notes = unpack(keys)
  local facts, read = report_facts(reports, notes), {}
  for _, number in ipairs(args) do read[tonumber(number)] = true end
  for _, fact in ipairs(facts) do fact.read = fact.read or read[fact.number] or false end
  keep_facts(notes, facts)
  return 1
end)

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

-- Calls `take` with each token bucket: its key, its capacity, and the milliseconds until a token is
-- added.
local function each_purse(keys, args, take)
  for i, key in ipairs(keys) do take(key, tonumber(args[2 * i - 1]), tonumber(args[2 * i])) end
end

-- Takes a token from each bucket and returns 0. If any is empty, takes none and returns the
-- milliseconds to wait.
register('purses_spend', {}, function(keys, args)
  local now, left, wait = clock(), {}, 0
  each_purse(keys, args, function(key, burst, interval)
    left[key] = purse(key, burst, interval, now)
    if left[key] < 1 then wait = math.max(wait, math.floor((1 - left[key]) * interval) + 1) end
  end)
  if wait > 0 then return wait end
  each_purse(keys, args, function(key, burst, interval) put(key, left[key] - 1, burst, interval, now) end)
  return 0
end)

register('purses_refund', {}, function(keys, args)
  local now = clock()
  each_purse(keys, args, function(key, burst, interval)
    put(key, purse(key, burst, interval, now) + 1, burst, interval, now)
  end)
  return 1
end)
