-- Sends one report over and over, and counts the answers by their status. There is one thread, so that it can count for itself.
local statuses = {}

wrk.method = "POST"
wrk.path = "/api/v1/bugs"
wrk.headers["Content-Type"] = "application/json"
wrk.headers["X-API-Key"] = os.getenv("API_KEY")
wrk.body = '{"title":"A crowd","description":"' .. string.rep("Hard weather. ", 60) .. '"}'

local thread_of_all

function setup(thread)
  thread_of_all = thread
end

function response(status)
  statuses[status] = (statuses[status] or 0) + 1
  counted = ""
  for name, count in pairs(statuses) do counted = counted .. string.format('"%d":%d,', name, count) end
end

function done(summary, latency)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format('{%s"broken":%d,"micros":%d,"p99":%f}\n', thread_of_all:get("counted") or "", broken,
    summary.duration, latency:percentile(99) / 1000))
end
