import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anAddress } from '../builders.ts';
import { startService } from '../harness.ts';
import { startReceiver } from '../webhook-receiver.ts';
import { createJudge } from './answers.ts';
import { type Route, readDocument } from './document.ts';
import { aFixture } from './fixture.ts';
import { draftOf, requestFrom } from './generator.ts';
import { eachOf, send } from './send.ts';

// For any generated request the response matches the document and is never a 500. Longer runs: ATTACK_RUNS=200
// ATTACK_SEED=$RANDOM ATTACK_MODE=production vitest run --project http apps/server/test/attacks/generated.test.ts

/** Fixed, so that no test fails by chance. */
const seed = Number(process.env.ATTACK_SEED ?? 18);
const numRuns = Number(process.env.ATTACK_RUNS ?? 15);

/** Hashing a password takes longer than fifty other requests. */
const runsOf = ({ body }: Route) =>
  document.resolve(body?.schema)?.properties?.password ? Math.ceil(numRuns / 5) : numRuns;

/** In production, search uses the index. */
const mode = process.env.ATTACK_MODE ?? 'test';
const node = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true', NODE_ENV: mode });
const receiver = await startReceiver();
const document = await readDocument(node);
const judge = createJudge(document);

/** Destructive routes get their own fixture. */
const isDestructive = ({ method, path }: Route) =>
  method === 'DELETE' || /rotate|merge|accept|members|undo|spam|bulk/.test(path);

/** Accept header of MCP clients. */
const mcpAccept = ({ auth }: Route): Record<string, string> =>
  auth === 'mcp' ? { accept: 'application/json, text/event-stream' } : {};

const shared = await aFixture(node, receiver);
await node.db.updateTable('users').set({ is_operator: true }).execute();

it(`every route answers generated requests as the document says (ATTACK_SEED=${seed})`, {
  timeout: 3_600_000,
}, async () => {
  const failures = await eachOf(document.routes, async (route) => {
    const fixture = isDestructive(route) ? await aFixture(node, receiver) : shared;
    const credential = route.auth === 'public' ? {} : fixture.credentials[route.auth];
    const property = fc.asyncProperty(draftOf(document, route), async (draft) => {
      const request = requestFrom(route, fixture, draft);
      const headers = {
        ...mcpAccept(route),
        ...request.headers,
        ...credential,
        'x-forwarded-for': anAddress(),
      };
      const wrong = judge(route, await send(node, { ...request, headers }));
      if (wrong) throw new Error(`${route.name} ${wrong}\n${JSON.stringify(request)}`);
    });
    const result = await fc.check(property, { seed, numRuns: runsOf(route) });
    const replay = `ATTACK_SEED=${seed}, path ${result.counterexamplePath}`;
    return result.failed ? `${String(result.errorInstance).slice(0, 1_500)}\n(${replay})` : undefined;
  });
  expect(failures.filter(Boolean)).toEqual([]);
  expect(node.logs.filter(({ level, msg }) => Number(level) >= 50 && msg === 'request failed')).toEqual([]);
});
