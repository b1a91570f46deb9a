import { currentSpan } from '../tracing/cause.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { Client } from './lost-statements.ts';

type Query = (...given: unknown[]) => unknown;
type Callback = (error: Error | null, ...results: unknown[]) => void;

const longestText = 2_000;

/** Makes a connection tell of its statements as parts of whatever they are run for. Their values are not told. */
export function traceStatements(client: Client, tracer: Tracer): void {
  const query = client.query.bind(client) as Query;
  const traced: Query = (...given) => {
    const parent = currentSpan();
    const [text] = given;
    if (!parent?.isSampled || typeof text !== 'string') return query(...given);
    const span = tracer.begin(/\w+/.exec(text)?.[0].toUpperCase() ?? 'SQL', {
      kind: 'client',
      parent: parent.context,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.trim().slice(0, longestText) },
    });
    const end = (error?: Error | null) => span.end({ error: error ? error.message : undefined });
    const last = given.at(-1);
    if (typeof last === 'function') {
      const callback: Callback = (error, ...results) => {
        end(error);
        last(error, ...results);
      };
      return query(...given.slice(0, -1), callback);
    }
    const answer = query(...given) as Promise<unknown>;
    answer.then(() => end(), end);
    return answer;
  };
  client.query = traced as typeof client.query;
}
