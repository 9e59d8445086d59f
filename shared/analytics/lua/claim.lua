-- Claim. Returns 0 unknown, 1 claimed, 2 confirmed before, 3 has another rating.
local time, state = recall()
if not time then return 0 end
if state == 0 then put(time, RATING) return 1 end
if state % 4 ~= RATING then return 3 end
return state >= 4 and 2 or 1
