-- Sends reports to many projects, and counts the answers by their status. There is one thread, which counts for itself.
local requests = {}
local index = 0
local only_thread
statuses = {}

function setup(thread)
  only_thread = thread
end

function init()
  local body = '{"title":"A crowd","description":"' .. string.rep("Hard weather. ", 60) .. '"}'
  for key in string.gmatch(os.getenv("API_KEYS"), "%S+") do
    local headers = { ["Content-Type"] = "application/json", ["X-API-Key"] = key }
    requests[#requests + 1] = wrk.format("POST", "/api/v1/bugs", headers, body)
  end
end

function request()
  index = index % #requests + 1
  return requests[index]
end

function response(status)
  local name = tostring(status)
  statuses[name] = (statuses[name] or 0) + 1
end

function done(summary, latency)
  local errors = summary.errors
  for name, count in pairs(only_thread:get("statuses")) do io.write(string.format('"%s":%d,', name, count)) end
  io.write(string.format('"broken":%d,"micros":%d,"p99":%f', errors.connect + errors.read + errors.write + errors.timeout,
    summary.duration, latency:percentile(99) / 1000))
end
