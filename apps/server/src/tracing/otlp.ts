import type { Attributes, EndedSpan } from './tracer.ts';

/** Spans in the JSON form of the OpenTelemetry protocol (OTLP 1). */
export const toOtlp = (resource: Attributes, spans: EndedSpan[]) => ({
  resourceSpans: [
    {
      resource: { attributes: toPairs(resource) },
      scopeSpans: [{ scope: { name: 'skep' }, spans: spans.map(toSpan) }],
    },
  ],
});

const failed = 2;

const toSpan = ({ startMs, endMs, attributes, error, ...span }: EndedSpan) => ({
  ...span,
  attributes: toPairs(attributes),
  startTimeUnixNano: toNanoseconds(startMs),
  endTimeUnixNano: toNanoseconds(endMs),
  ...(error !== undefined && { status: { code: failed, message: error } }),
});

/** A text, because it is larger than numbers of JSON can be; microseconds are not. */
const toNanoseconds = (ms: number) => `${Math.round(ms * 1_000)}000`;

const toPairs = (attributes: Attributes) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => ({ key, value: toValue(value as string | number | boolean) }));

function toValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
