-- Shared by the three scripts of analytics/redis.go; each is this text and its own.
--
-- The references are one sorted set: the member is an extraction's ID, the
-- score its time and its state, (µs since 2026) * 8 + state, so that they stand
-- in the order of their age. State: 0 eligible, else the rating (1, 2), + 4 when
-- it is confirmed.
--
-- KEYS: [1] the set. ARGV: [1] ID, [2] rating, [3] TTL µs, [4] how many at most,
-- [5] offset of the clock µs, [6] the time itself in tests, else empty.
local ID, RATING, TTL = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])

local function clock()
  if ARGV[6] ~= '' then return tonumber(ARGV[6]) end
  local t = redis.call('TIME')
  return (t[1] - 1767225600) * 1000000 + t[2] + tonumber(ARGV[5])
end

local NOW = clock()

local function at(score) return (score - score % 8) / 8 end
local function digits(n) return string.format('%.0f', n) end

-- recall returns the time and the state of a reference that lives.
local function recall()
  local score = tonumber(redis.call('ZSCORE', KEYS[1], ID) or nil)
  if not score or at(score) + TTL <= NOW then return nil end
  return at(score), score % 8
end

local function put(time, state) redis.call('ZADD', KEYS[1], digits(time * 8 + state), ID) end
