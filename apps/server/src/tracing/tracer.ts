import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Attributes,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { ThrottledLog } from '../throttled-log.ts';
import { version } from '../version.ts';
import type { Tracing } from './settings.ts';

// Loaded only if tracing is configured. Other modules import types only.

export interface Span {
  context: SpanContext;
  isSampled: boolean;
  end(ending?: { attributes?: Attributes; error?: string | undefined }): void;
}

interface Beginning {
  kind: Lowercase<keyof typeof SpanKind>;
  /** May be in another process. Without a parent a new trace starts. */
  parent?: SpanContext | undefined;
  links?: SpanContext[];
  attributes?: Attributes;
}

export type Tracer = ReturnType<typeof createTracer>;

interface IncomingRequest {
  id: string;
  method: string;
  route: string;
  traceparent: string | string[] | undefined;
}

const ownResource = resourceFromAttributes({
  'service.name': 'skep',
  'service.version': version,
  'process.pid': process.pid,
});

const exportEveryMs = 1_000;
const shutdownMs = 2_000;

export function createTracer(settings: Tracing, throttledLog: ThrottledLog) {
  logExportFailures(throttledLog);
  const sampler = createSampler(settings);
  const ids = new PresetIds();
  const provider = new TracerProvider({
    sampler,
    idGenerator: ids,
    resource: defaultResource()
      .merge(ownResource)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: exportEveryMs }),
    ],
  });
  const tracer = provider.getTracer('skep');

  function begin(name: string, { kind, parent, links = [], attributes = {} }: Beginning): Span {
    const span = tracer.startSpan(
      name,
      {
        kind: SpanKind[kind.toUpperCase() as keyof typeof SpanKind],
        links: links.map((context) => ({ context })),
        attributes,
      },
      parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
    );
    return {
      context: span.spanContext(),
      isSampled: span.isRecording(),
      end({ attributes: further = {}, error } = {}) {
        span.setAttributes(further);
        if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
        span.end();
      },
    };
  }

  return {
    begin,
    /** Uses the trace of the traceparent header, or the trace derived from the request id. */
    beginRequest({ id, method, route, traceparent }: IncomingRequest): Span {
      const own = contextOf(id, sampler);
      const parent = (typeof traceparent === 'string' && parseTraceParent(traceparent)) || undefined;
      return ids.use(own, () =>
        begin(`${method} ${route}`, {
          kind: 'server',
          parent,
          // Later effects are in the trace derived from the request id.
          links: parent ? [own] : [],
          attributes: { 'http.request.method': method, 'http.route': route, 'skep.request_id': id },
        }),
      );
    },
    /** The span of an earlier request, in any process. */
    spanOfRequest: (requestId: string | null) =>
      requestId === null ? undefined : contextOf(requestId, sampler),
    async stop(): Promise<void> {
      const stopped = provider.shutdown().catch((error) => throttledLog.warn('cannot export traces', error));
      await Promise.race([stopped, sleep(shutdownMs, undefined, { ref: false })]);
    },
  };
}

function createSampler({ sampler, ratio }: Tracing): Sampler {
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }[sampler.replace('parentbased_', '') as 'always_on' | 'always_off' | 'traceidratio']();
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** Trace and span ids are derived from the request id, so that later effects can find them with the id alone. */
function contextOf(requestId: string, sampler: Sampler): SpanContext {
  const traceId = requestId.replaceAll('-', '');
  const { decision } = sampler.shouldSample(ROOT_CONTEXT, traceId, '', SpanKind.SERVER, {}, []);
  const isSampled = decision === SamplingDecision.RECORD_AND_SAMPLED;
  return { traceId, spanId: traceId.slice(16), traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE };
}

/** Random ids, except within `use`. */
class PresetIds extends RandomIdGenerator {
  private preset: SpanContext | undefined;

  override generateTraceId(): string {
    return this.preset?.traceId ?? super.generateTraceId();
  }

  override generateSpanId(): string {
    return this.preset?.spanId ?? super.generateSpanId();
  }

  use<T>(preset: SpanContext, start: () => T): T {
    this.preset = preset;
    try {
      return start();
    } finally {
      this.preset = undefined;
    }
  }
}

/** An unreachable collector only costs spans. The log is throttled. */
function logExportFailures(throttledLog: ThrottledLog): void {
  const warn = (message: unknown) =>
    throttledLog.warn('cannot export traces', message instanceof Error ? message : { message });
  const quiet = () => {};
  diag.setLogger(
    { error: warn, warn, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  setGlobalErrorHandler((error) => warn(error));
}
