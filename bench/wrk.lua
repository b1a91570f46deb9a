-- Sends the requests of a file one after the other, and prints what it found as one line of JSON.
local requests = {}
local index = 0

-- Each request follows a line with its length.
function init(args)
  local file = io.open(args[1], "rb")
  for length in function() return file:read("*l") end do
    requests[#requests + 1] = file:read(tonumber(length))
  end
  file:close()
  local pause = tonumber(args[2])
  if pause > 0 then
    function delay() return pause end
  end
end

function request()
  index = index % #requests + 1
  return requests[index]
end

function done(summary, latency)
  local errors = summary.errors
  local failures = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format('{"requests":%d,"micros":%d,"p50":%f,"p98":%f,"p99":%f,"failures":%d}\n', summary.requests,
    summary.duration, latency:percentile(50) / 1000, latency:percentile(98) / 1000, latency:percentile(99) / 1000, failures))
end
