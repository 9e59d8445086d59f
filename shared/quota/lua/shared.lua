-- The common beginning of the three scripts of quota/redis.go.
--
-- A log is a list. Its elements are the entries, oldest first, each as
-- ms * 256 + half credits; its last element is the sum of their costs. Both are in
-- one key so that Redis expires or evicts them together. A log without entries has
-- no key.
--
-- A charge is stored under its ID as a packed array {ms, log, entry, log, entry, …}.
-- An array {ms} without entries is a refunded charge.
--
-- ARGV: [1] the window in ms, [2] how long charges are remembered in ms, [3] the
-- offset of the clock in ms, [4] the time in tests that pin it, else empty.
local WINDOW, MEMORY = tonumber(ARGV[1]), tonumber(ARGV[2])

local function clock()
  if ARGV[4] ~= '' then return tonumber(ARGV[4]) end
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000) + tonumber(ARGV[3])
end

local NOW = clock()

local function cost(entry) return entry % 256 end
local function at(entry) return (entry - entry % 256) / 256 end
local function digits(n) return string.format('%.0f', n) end

-- setSum writes the new sum of a log, or deletes the log if the sum is 0.
local function setSum(log, sum)
  if sum > 0 then redis.call('LSET', log, -1, digits(sum)) else redis.call('DEL', log) end
end

-- dropExpired removes the entries that have left the window. It returns the sum of the
-- others and the time of the newest entry.
local function dropExpired(log)
  local tail = redis.call('LRANGE', log, -2, -1)
  if #tail < 2 then return 0, 0 end
  local newest, sum = at(tonumber(tail[1])), tonumber(tail[2])
  local head, dropped = tonumber(redis.call('LINDEX', log, 0)), false
  while sum > 0 and at(head) <= NOW - WINDOW do
    sum, dropped = sum - cost(head), true
    redis.call('LPOP', log)
    head = tonumber(redis.call('LINDEX', log, 0))
  end
  if dropped then setSum(log, sum) end
  return sum, newest
end

-- recall returns the record of a charge, or nil if there is none or it has expired.
local function recall(key)
  local packed = redis.call('GET', key)
  if not packed then return nil end
  local known = cmsgpack.unpack(packed)
  if NOW - known[1] >= MEMORY then return nil end
  return known
end

-- remember stores the record of a charge.
local function remember(key, charge) redis.call('SET', key, cmsgpack.pack(charge), 'PX', MEMORY) end
