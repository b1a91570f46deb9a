import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Answer, Client } from './client.ts';
import type { TestNode } from './harness.ts';

/** Invalid ids in a path. */
export const notIds = [
  'abc',
  '0',
  '-1',
  '1.5',
  '01',
  '1e1',
  '9007199254740993',
  '99999999999999999999',
  '%00',
];

/** Invalid ids in a body. */
export const notIdValues = [undefined, null, '1', 'abc', 0, -1, 1.5, 99999999999999999999n, true, [1], {}];

/** An id that does not exist. */
export const unknownId = 9007199254740991;

/** Each character is two UTF-16 code units and four UTF-8 bytes. */
export const bees = (count: number) => '🐝'.repeat(count);

/** Valid names that must be stored verbatim. */
export const goodNames = ['x', ' not trimmed ', 'a\nb', '<b>&', "'; drop table users", bees(200), 'e\u0301'];

export const badNames: [string, unknown][] = [
  ['missing', undefined],
  ['null', null],
  ['empty', ''],
  ['blank', ' \t\n\u00a0\u3000'],
  ['a number', 5],
  ['a list', ['x']],
  ['with a NUL character', 'a\0b'],
  ['with half a character', 'a\ud800b'],
  ['201 letters', 'x'.repeat(201)],
  ['201 emoji', bees(201)],
];

export const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Serializes bigint with all digits. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    // biome-ignore lint/suspicious/noExplicitAny: rawJSON is younger than its types
    typeof inner === 'bigint' ? (JSON as any).rawJSON(String(inner)) : inner,
  );
}

/** Expects a 422 for this field only. */
export function expectRefused(answer: Answer, field: string): void {
  expect(answer.status, answer.text).toBe(422);
  expect(answer.body).toEqual({
    detail: expect.stringMatching(new RegExp(`^${field}: .+`)),
    errors: [{ field, message: expect.any(String) }],
  });
  const [{ message }] = answer.body.errors;
  expect(answer.body.detail).toBe(`${field}: ${message}`);
}

/** Expects the response for missing or foreign objects. */
export function expectNotFound(answer: Answer): void {
  expect(answer.status, answer.text).toBe(404);
  expect(answer.text).toBe('{"detail":"Not found"}');
}

export function expectConflict(answer: Answer): void {
  expect(answer.status, answer.text).toBe(409);
  expect(answer.body).toEqual({ detail: expect.any(String) });
}

export function expectNoContent(answer: Answer): void {
  expect(answer.status, answer.text).toBe(204);
  expect(answer.text).toBe('');
}

/** Each route (`GET /path`) must require a session. */
export async function expectSessionNeeded(client: Client, routes: string[]): Promise<void> {
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ');
    const answer = await client.request(method, path, method === 'GET' ? {} : { body: {} });
    expect({ route, status: answer.status }).toEqual({ route, status: 401 });
    expect(answer.body).toEqual({ detail: expect.any(String) });
  }
}

/** All rows of all tables as text. */
export async function everythingStored({ db }: TestNode): Promise<string> {
  const tables = await db.introspection.getTables();
  const texts = tables.map(async ({ name }) => {
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(to_jsonb(rows)::text, ' '), '') as text from ${sql.table(name)} as rows`.execute(
      db,
    );
    return `${name} ${rows[0]?.text}`;
  });
  return (await Promise.all(texts)).join('\n');
}

export function countStatuses(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
