import { StartError } from '../start-error.ts';

export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export interface Tracing {
  /** Where spans are sent, as OTLP in JSON over HTTP. */
  url: string;
  /** They may hold secrets. */
  headers: Record<string, string>;
  /** What is said of this service with all its spans. */
  resource: Record<string, string>;
  sampler: (typeof samplers)[number];
  ratio: number;
}

type Environment = Record<string, string | undefined>;

/** Reads the variables that OpenTelemetry has given names to; null when they do not ask for traces. */
export function readTracing(env: Environment): Tracing | null {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return null;
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ofTraces, OTEL_EXPORTER_OTLP_ENDPOINT: ofAll } = env;
  if (!ofTraces && !ofAll) return null;
  demandJson(env);
  const sampler = env.OTEL_TRACES_SAMPLER || 'parentbased_always_on';
  if (!isSampler(sampler)) {
    throw new StartError(`OTEL_TRACES_SAMPLER must be one of ${samplers.join(', ')}, not "${sampler}".`);
  }
  return {
    url: ofTraces
      ? readAddress('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ofTraces)
      : `${readAddress('OTEL_EXPORTER_OTLP_ENDPOINT', ofAll as string).replace(/\/$/, '')}/v1/traces`,
    headers: {
      ...readPairs('OTEL_EXPORTER_OTLP_HEADERS', env),
      ...readPairs('OTEL_EXPORTER_OTLP_TRACES_HEADERS', env),
    },
    resource: {
      'service.name': 'skep',
      ...readPairs('OTEL_RESOURCE_ATTRIBUTES', env),
      ...(env.OTEL_SERVICE_NAME && { 'service.name': env.OTEL_SERVICE_NAME }),
    },
    sampler,
    ratio: readRatio(env.OTEL_TRACES_SAMPLER_ARG || '1'),
  };
}

const isSampler = (name: string): name is Tracing['sampler'] =>
  (samplers as readonly string[]).includes(name);

function demandJson(env: Environment): void {
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']) {
    const value = env[name];
    if (value && value !== 'http/json') throw new StartError(`${name} must be http/json, not "${value}".`);
  }
}

/** The value is not repeated: it may hold a password. */
function readAddress(name: string, value: string): string {
  const url = URL.parse(value);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    throw new StartError(
      `${name} must be an address that begins with http:// or https://, without a password.`,
    );
  }
  return url.href;
}

/** Such as `api-key=secret,team=bees`, in which values are percent-encoded. */
function readPairs(name: string, env: Environment): Record<string, string> {
  const pairs = (env[name] ?? '').split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, key, value] = /^\s*([\w!#$%&'*+.^`|~/-]+)\s*=\s*([^\s"\\;]*)\s*$/.exec(pair) ?? [];
      if (key === undefined || value === undefined) throw badPairs(name);
      return [key, decode(name, value)];
    }),
  );
}

function decode(name: string, value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw badPairs(name);
  }
}

const badPairs = (name: string) =>
  new StartError(`${name} must be pairs such as key=value, separated by commas and percent-encoded.`);

function readRatio(value: string): number {
  const ratio = Number(value);
  if (!(ratio >= 0 && ratio <= 1)) {
    throw new StartError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${value}".`);
  }
  return ratio;
}
