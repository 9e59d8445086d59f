-- Usage. KEYS: [1] the log. Returns its sum, and the time in ms until its oldest
-- entry leaves the window.
local sum = dropExpired(KEYS[1])
if sum == 0 then return { 0, 0 } end
return { sum, at(tonumber(redis.call('LINDEX', KEYS[1], 0))) + WINDOW - NOW }
