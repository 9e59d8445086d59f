-- Add. Each reference gets a time later than all others. So the oldest is the one
-- that was added first, even if the clock was set back.
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', digits((NOW - TTL) * 8 + 7))
if recall() then return 0 end
local time, newest = NOW, redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
if newest[2] then time = math.max(NOW, at(tonumber(newest[2])) + 1) end
put(time, 0)
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -ARGV[4] - 1)
redis.call('PEXPIRE', KEYS[1], digits(math.ceil((time + TTL - NOW) / 1000)))
return 0
