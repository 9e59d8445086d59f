-- Charge. KEYS: [1] the charge ID, then the logs.
-- ARGV: [5] the time in ms after which the charge is too late, or empty; from [6]
-- on the cost and the limit of each log.
-- Returns {now, 3} too late; {now, 2} refunded before; {now, 1} allowed;
-- {now, 0, line, ms} refused: the first full line, and the time until all lines
-- have room.
local known = recall(KEYS[1])
if known then return { NOW, #known > 1 and 1 or 2 } end
-- The caller of a late charge has given up. A charge that lay in the connection of
-- a paused server must not count when the server goes on.
if ARGV[5] ~= '' and NOW > tonumber(ARGV[5]) then return { NOW, 3 } end

-- freed returns the time at which the oldest entries, worth at least need half
-- credits together, have left the window. Every entry costs at least one half
-- credit, so need of them suffice.
local function freed(log, need)
  local from = 0
  while true do
    local page = redis.call('LRANGE', log, from, from + math.min(need, 256) - 1)
    if #page == 0 then return NOW + WINDOW end
    for _, e in ipairs(page) do
      local entry = tonumber(e)
      need = need - cost(entry)
      if need <= 0 then return at(entry) + WINDOW end
    end
    from = from + #page
  end
end

local lines, full, ready = {}, 0, 0
for i = 2, #KEYS do
  local price, limit = tonumber(ARGV[2 * i + 2]), tonumber(ARGV[2 * i + 3])
  local sum, newest = dropExpired(KEYS[i])
  local need, free = sum + price - limit, 0
  if price > limit then free = NOW + WINDOW elseif need > 0 then free = freed(KEYS[i], need) end
  if free > 0 and full == 0 then full = i - 1 end
  ready = math.max(ready, free)
  lines[i] = { sum = sum, price = price, time = math.max(NOW, newest) } -- the log stays sorted if the clock was set back
end
if full > 0 then return { NOW, 0, full, ready - NOW } end

local charge = { NOW }
for i = 2, #KEYS do
  local log, line = KEYS[i], lines[i]
  local entry = digits(line.time * 256 + line.price)
  if line.sum > 0 then redis.call('LSET', log, -1, entry) else redis.call('RPUSH', log, entry) end
  redis.call('RPUSH', log, digits(line.sum + line.price))
  redis.call('PEXPIRE', log, digits(line.time + WINDOW - NOW))
  table.insert(charge, log)
  table.insert(charge, entry)
end
remember(KEYS[1], charge)
return { NOW, 1 }
