-- Sends the same body with one key after the other, and prints what it found as one line of JSON.
local requests = {}
local index = 0

function init(args)
  local file = io.open(args[2])
  local body = file:read("*a")
  file:close()
  for key in io.lines(args[1]) do
    local headers = { ["X-API-Key"] = key, ["Content-Type"] = "application/json", ["Host"] = "localhost" }
    requests[#requests + 1] = wrk.format("POST", nil, headers, body)
  end
end

function request()
  index = index % #requests + 1
  return requests[index]
end

function done(summary, latency)
  local errors = summary.errors
  local failures = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format('{"requests":%d,"micros":%d,"p50":%f,"p99":%f,"failures":%d}\n', summary.requests,
    summary.duration, latency:percentile(50) / 1000, latency:percentile(99) / 1000, failures))
end
