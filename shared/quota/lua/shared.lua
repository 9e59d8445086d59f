-- Shared by the three scripts of quota/redis.go; each is this text and its own.
--
-- A log is a list: the entries, oldest first, each ms * 256 + half credits, and
-- as its last element the sum of their costs, so that both are evicted or
-- expire together. A log without entries does not exist.
--
-- A charge is a packed array under its ID: {ms, log, entry, log, entry, …}.
-- {ms} alone is a refunded one.
--
-- ARGV: [1] window ms, [2] memory of charges ms, [3] offset of the clock ms,
-- [4] the time itself in tests, else empty.
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

-- settle writes a log's new sum in place of the old.
local function settle(log, sum)
  if sum > 0 then redis.call('LSET', log, -1, digits(sum)) else redis.call('DEL', log) end
end

-- live forgets what has left the window; it returns the sum and the time of
-- the newest entry.
local function live(log)
  local tail = redis.call('LRANGE', log, -2, -1)
  if #tail < 2 then return 0, 0 end
  local newest, sum = at(tonumber(tail[1])), tonumber(tail[2])
  local head, gone = tonumber(redis.call('LINDEX', log, 0)), false
  while sum > 0 and at(head) <= NOW - WINDOW do
    sum, gone = sum - cost(head), true
    redis.call('LPOP', log)
    head = tonumber(redis.call('LINDEX', log, 0))
  end
  if gone then settle(log, sum) end
  return sum, newest
end

-- charge recalls what is known of the charge ID.
local function recall(key)
  local packed = redis.call('GET', key)
  if not packed then return nil end
  local known = cmsgpack.unpack(packed)
  if NOW - known[1] >= MEMORY then return nil end
  return known
end

local function remember(key, charge) redis.call('SET', key, cmsgpack.pack(charge), 'PX', MEMORY) end
