import { StartError } from '../start-error.ts';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** The SDK reads the exporter and resource variables itself. */
export interface Tracing {
  sampler: (typeof samplers)[number];
  ratio: number;
}

type Environment = Record<string, string | undefined>;

/** Reads the standard OpenTelemetry variables. Null if tracing is off. */
export function readTracing(env: Environment): Tracing | null {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return null;
  if (!env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT && !env.OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']) {
    if (env[name] && env[name] !== 'http/json')
      throw new StartError(`${name} must be http/json, not "${env[name]}".`);
  }
  const given = env.OTEL_TRACES_SAMPLER || 'parentbased_always_on';
  const sampler = samplers.find((name) => name === given);
  if (!sampler)
    throw new StartError(`OTEL_TRACES_SAMPLER must be one of ${samplers.join(', ')}, not "${given}".`);
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || '1');
  if (!(ratio >= 0 && ratio <= 1))
    throw new StartError(
      `OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${env.OTEL_TRACES_SAMPLER_ARG}".`,
    );
  return { sampler, ratio };
}
