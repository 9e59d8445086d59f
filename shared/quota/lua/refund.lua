-- Refund. KEYS: [1] charge ID; the logs' names are in its record (no cluster).
local known = recall(KEYS[1]) or {}
for i = 2, #known, 2 do
  local log, entry = known[i], known[i + 1]
  local sum = live(log)
  -- From the newest end, where the entry is. Equal entries are
  -- interchangeable: same time, same cost.
  if redis.call('LREM', log, -1, entry) == 1 then settle(log, sum - cost(tonumber(entry))) end
end
remember(KEYS[1], { NOW })
return 0
