-- The common beginning of the three scripts of analytics/redis.go.
--
-- The references are one sorted set. A member is the ID of an extraction. Its score
-- is (µs since 2026) * 8 + state, so the set is sorted by age. The state is 0 for an
-- eligible extraction, else its rating (1 or 2), plus 4 if that is confirmed.
--
-- KEYS: [1] the set. ARGV: [1] ID, [2] rating, [3] time to live in µs, [4] the limit
-- of the number of references, [5] the offset of the clock in µs, [6] the time in
-- tests that pin it, else empty.
local ID, RATING, TTL = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])

local function clock()
  if ARGV[6] ~= '' then return tonumber(ARGV[6]) end
  local t = redis.call('TIME')
  return (t[1] - 1767225600) * 1000000 + t[2] + tonumber(ARGV[5])
end

local NOW = clock()

local function at(score) return (score - score % 8) / 8 end
local function digits(n) return string.format('%.0f', n) end

-- recall returns the time and the state of the reference, or nil if there is none or
-- it has expired.
local function recall()
  local score = tonumber(redis.call('ZSCORE', KEYS[1], ID) or nil)
  if not score or at(score) + TTL <= NOW then return nil end
  return at(score), score % 8
end

-- put writes the reference.
local function put(time, state) redis.call('ZADD', KEYS[1], digits(time * 8 + state), ID) end
