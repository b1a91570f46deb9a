-- Sends reports to many projects, each with a unique Idempotency-Key as from the widget, and counts responses by status.
-- Assumes a single thread.
local requests = {}
local index = 0
local sent = 0
local run = os.getenv("RUN")
local only_thread
statuses = {}

function setup(thread)
  only_thread = thread
end

function init()
  local body = '{"title":"Load test","description":"' .. string.rep("Sent under load. ", 60) .. '"}'
  for key in string.gmatch(os.getenv("API_KEYS"), "%S+") do
    local headers = { ["Content-Type"] = "application/json", ["X-API-Key"] = key, ["Idempotency-Key"] = "{unique}" }
    local text = wrk.format("POST", "/api/v1/bugs", headers, body)
    local from, to = text:find("{unique}", 1, true)
    requests[#requests + 1] = { text:sub(1, from - 1) .. run, text:sub(to + 1) }
  end
end

function request()
  index = index % #requests + 1
  sent = sent + 1
  return requests[index][1] .. sent .. requests[index][2]
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
