/** Names a span to others, as the header `traceparent` does (W3C Trace Context). */
export interface SpanContext {
  /** 32 and 16 hexadecimal digits. */
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

/** What the header says; undefined when it is missing or makes no sense, as the standard wants it. */
export function parseTraceparent(header: string | string[] | undefined): SpanContext | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId = '', spanId = '', flags = '', more] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(header) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/**
 * The names that a request's own trace and span have follow from its id, which is as long as a trace's. So whatever the
 * request causes later finds them, although nothing but the id was kept.
 */
export function namesOf(requestId: string): { traceId: string; spanId: string } {
  const traceId = requestId.replaceAll('-', '');
  return { traceId, spanId: traceId.slice(16) };
}
