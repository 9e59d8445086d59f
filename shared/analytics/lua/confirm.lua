-- Confirm.
local time, state = recall()
if time and state == RATING then put(time, RATING + 4) end
return 0
