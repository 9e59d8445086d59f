-- Refund. KEYS: [1] the charge ID. The names of the logs are in its record; Redis
-- Cluster would not allow that.
local known = recall(KEYS[1]) or {}
for i = 2, #known, 2 do
  local log, entry = known[i], known[i + 1]
  local sum = dropExpired(log)
  -- Searches from the newest end, where the entry is. It does not matter which one
  -- of several equal entries is removed: they have the same time and cost.
  if redis.call('LREM', log, -1, entry) == 1 then setSum(log, sum - cost(tonumber(entry))) end
end
remember(KEYS[1], { NOW })
return 0
