import { oneFile, type Render, type Target } from './snippet.ts';

export const spring: Render = ({ endpoint, key }) =>
  oneFile(
    'src/main/java/com/example/SkepExceptionResolver.java',
    `package com.example;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponse;
import org.springframework.web.client.RestClient;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/** Reports errors and leaves their handling to other handlers. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
public class SkepExceptionResolver implements HandlerExceptionResolver {
  private final RestClient client = RestClient.create();

  @Override
  public ModelAndView resolveException(
      HttpServletRequest request, HttpServletResponse response, Object handler, Exception error) {
    if (error instanceof ErrorResponse known && !known.getStatusCode().is5xxServerError()) return null;
    StringWriter stack = new StringWriter();
    error.printStackTrace(new PrintWriter(stack));
    Map<String, String> report = Map.of(
        "title", cut(error.toString(), 500),
        "description", cut(error + "\\n" + request.getMethod() + " " + request.getRequestURI(), 10000),
        "severity", "high",
        "stack_trace", cut(stack.toString(), 10000));
    CompletableFuture.runAsync(() -> client.post()
        .uri(${JSON.stringify(endpoint)})
        .header("x-api-key", ${JSON.stringify(key)})
        .contentType(MediaType.APPLICATION_JSON)
        .body(report)
        .retrieve()
        .toBodilessEntity());
    return null;
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length);
  }
}`,
    'Change the package to that of your application. Requires Spring Boot 3.2 or newer, which detects the component automatically.',
  );

export const aspnet: Render = ({ endpoint, key }) =>
  oneFile(
    'SkepExceptionHandler.cs',
    `using Microsoft.AspNetCore.Diagnostics;

/// <summary>Reports errors and leaves their handling to other handlers.</summary>
public sealed class SkepExceptionHandler(IHttpClientFactory clients) : IExceptionHandler
{
    public async ValueTask<bool> TryHandleAsync(HttpContext context, Exception error, CancellationToken token)
    {
        using var client = clients.CreateClient();
        client.Timeout = TimeSpan.FromSeconds(5);
        client.DefaultRequestHeaders.Add("x-api-key", ${JSON.stringify(key)});
        var message = $"{error.GetType().Name}: {error.Message}";
        try
        {
            await client.PostAsJsonAsync(${JSON.stringify(endpoint)}, new
            {
                title = Cut(message, 500),
                description = Cut($"{message}\\n{context.Request.Method} {context.Request.Path}", 10000),
                severity = "high",
                stack_trace = Cut(error.ToString(), 10000),
            }, token);
        }
        catch (Exception)
        {
            // A failed report must not break the application.
        }
        return false;
    }

    private static string Cut(string text, int length) => text.Length <= length ? text : text[..length];
}`,
    'In Program.cs, before Build(): builder.Services.AddHttpClient(); builder.Services.AddProblemDetails(); builder.Services.AddExceptionHandler<SkepExceptionHandler>();',
    'In Program.cs, after Build(): app.UseExceptionHandler(); (.NET 8 or newer)',
  );

export const curl: Render = ({ endpoint, key }) =>
  oneFile(
    'report-bug.sh',
    `curl --fail-with-body --max-time 10 '${endpoint}' \\
  -H 'X-API-Key: ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"title": "The build failed", "description": "What happened, and where to look", "severity": "high"}'`,
    'Run it in a terminal, or in a CI job when a step fails.',
  );

const core = ({ endpoint, key }: Target) => `require "json"
require "net/http"

module Skep
  ENDPOINT = URI(${JSON.stringify(endpoint)})
  KEY = ${JSON.stringify(key)}

  # A failed report must not break the application.
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
    'Rails 7.1 or newer reports every unhandled error in requests and jobs. Restart the server.',
  );

export const ruby: Render = (target) =>
  oneFile(
    'skep.rb',
    `${core(target)}

at_exit { Skep.report($!, $PROGRAM_NAME) if $!.is_a?(StandardError) }`,
    'At the start of the program: require_relative "skep"',
  );
