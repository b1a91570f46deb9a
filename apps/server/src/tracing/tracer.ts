import { randomBytes } from 'node:crypto';
import type { SeldomLog } from '../log-seldom.ts';
import { createExporter } from './exporter.ts';
import type { Tracing } from './settings.ts';
import { namesOf, type SpanContext } from './span-context.ts';

export type Attributes = Record<string, string | number | boolean | null | undefined>;

/** What is done, from its beginning to its end. */
export interface Span extends SpanContext {
  /** To be called once. */
  end(ending?: { attributes?: Attributes; error?: string | undefined }): void;
}

/** In the order of the protocol, which begins with "unspecified". */
const kinds = ['', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

interface Beginning {
  kind: Exclude<(typeof kinds)[number], ''>;
  /** What it is a part of; it may be in another process. Without one, a trace begins. */
  parent?: SpanContext | undefined;
  /** The names of the span, where they follow from something; else they are random. */
  names?: { traceId: string; spanId: string };
  /** What it has to do with, too. */
  links?: Pick<SpanContext, 'traceId' | 'spanId'>[];
  attributes?: Attributes;
}

/** A span that has ended, as exporters send it. */
export interface EndedSpan extends Pick<SpanContext, 'traceId' | 'spanId'> {
  name: string;
  kind: number;
  parentSpanId: string | undefined;
  links: Pick<SpanContext, 'traceId' | 'spanId'>[];
  attributes: Attributes;
  startMs: number;
  endMs: number;
  error: string | undefined;
}

export interface Tracer {
  begin(name: string, beginning: Beginning): Span;
  /** The span of a request that has been answered long ago, whichever process did that. */
  spanOfRequest(requestId: string | null): SpanContext | undefined;
  /** Sends what is left, if that does not take long. */
  stop(): Promise<void>;
}

export function createTracer(settings: Tracing, seldom: SeldomLog): Tracer {
  const exporter = createExporter(settings, (error) => seldom.warn('traces could not be sent', error));
  return {
    begin(name, { kind, parent, names, links = [], attributes = {} }) {
      const traceId = parent?.traceId ?? names?.traceId ?? randomBytes(16).toString('hex');
      const spanId = names?.spanId ?? randomBytes(8).toString('hex');
      const isSampled = decide(settings, traceId, parent);
      const startMs = now();
      const ended = { traceId, spanId, name, kind: kinds.indexOf(kind), parentSpanId: parent?.spanId, links };
      return {
        traceId,
        spanId,
        isSampled,
        end({ attributes: further, error } = {}) {
          if (!isSampled) return;
          exporter.add({ ...ended, attributes: { ...attributes, ...further }, startMs, endMs: now(), error });
        },
      };
    },
    spanOfRequest(requestId) {
      if (requestId === null) return undefined;
      const names = namesOf(requestId);
      return { ...names, isSampled: decide(settings, names.traceId) };
    },
    stop: exporter.stop,
  };
}

const now = () => performance.timeOrigin + performance.now();

/** Whoever begins a trace decides for all that take part in it, unless the sampler is to decide anew. */
function decide({ sampler, ratio }: Tracing, traceId: string, parent?: SpanContext): boolean {
  if (parent && sampler.startsWith('parentbased_')) return parent.isSampled;
  if (sampler.endsWith('always_on')) return true;
  if (sampler.endsWith('always_off')) return false;
  // The last seven bytes are random, in ids of requests too.
  return Number.parseInt(traceId.slice(18), 16) < ratio * 2 ** 56;
}
