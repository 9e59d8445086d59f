-- Usage. KEYS: [1] log. Returns {sum, ms until the oldest entry leaves}.
local sum = live(KEYS[1])
if sum == 0 then return { 0, 0 } end
return { sum, at(tonumber(redis.call('LINDEX', KEYS[1], 0))) + WINDOW - NOW }
