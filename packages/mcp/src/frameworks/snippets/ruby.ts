import { oneFile, type Render, type Target } from './snippet.ts';

const core = ({ endpoint, key }: Target) => `require "json"
require "net/http"

module Skep
  ENDPOINT = URI(${JSON.stringify(endpoint)})
  KEY = ${JSON.stringify(key)}

  # That a report could not be sent is no error of the application.
  def self.report(error, where = "")
    message = "#{error.class}: #{error.message}".scrub
    report = {
      title: message[0, 500],
      description: "#{message}\\n#{where}"[0, 10_000],
      severity: "high",
      stack_trace: error.full_message(highlight: false).scrub[0, 10_000]
    }
    headers = { "content-type" => "application/json", "x-api-key" => KEY }
    Net::HTTP.start(ENDPOINT.host, ENDPOINT.port, use_ssl: ENDPOINT.scheme == "https", open_timeout: 5, read_timeout: 5) do |http|
      http.post(ENDPOINT.path, report.to_json, headers)
    end
  rescue StandardError
    nil
  end
end`;

export const rails: Render = (target) =>
  oneFile(
    'config/initializers/skep.rb',
    `${core(target)}

class SkepSubscriber
  def report(error, handled:, severity:, context:, source: nil)
    Thread.new { Skep.report(error, source.to_s) } unless handled
  end
end

Rails.error.subscribe(SkepSubscriber.new)`,
    'Rails 7.1 or newer tells it of every error that nobody rescued, in requests and in jobs. Restart the server.',
  );

export const ruby: Render = (target) =>
  oneFile(
    'skep.rb',
    `${core(target)}

at_exit { Skep.report($!, $PROGRAM_NAME) if $!.is_a?(StandardError) }`,
    'First thing in the program: require_relative "skep"',
  );
