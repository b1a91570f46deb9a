-- Sends the requests of a file round-robin and prints the result as one line of JSON.
-- "{unique}" in a request is replaced by a new value each time.
local requests = {}
local index = 0
local sent = 0
local run

-- The file contains, for each request, a line with its length followed by the request.
function init(args)
  local file = io.open(args[1], "rb")
  for length in function() return file:read("*l") end do
    local text = file:read(tonumber(length))
    local from, to = text:find("{unique}", 1, true)
    requests[#requests + 1] = from and { text:sub(1, from - 1), text:sub(to + 1) } or text
  end
  file:close()
  run = args[3]
  local pause = tonumber(args[2])
  if pause > 0 then
    function delay() return pause end
  end
end

function request()
  index = index % #requests + 1
  local text = requests[index]
  if type(text) == "string" then return text end
  sent = sent + 1
  return text[1] .. run .. sent .. text[2]
end

function done(summary, latency)
  local errors = summary.errors
  local failures = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format('{"requests":%d,"micros":%d,"p50":%f,"p98":%f,"p99":%f,"failures":%d}\n', summary.requests,
    summary.duration, latency:percentile(50) / 1000, latency:percentile(98) / 1000, latency:percentile(99) / 1000, failures))
end
