import fc, { type Arbitrary } from 'fast-check';
import { type ApiDocument, isId, type Parameter, type Route, type Schema } from './document.ts';
import { type Fixture, idIn, tokenIn } from './fixture.ts';
import { hostileTexts } from './hostile.ts';
import type { Attack } from './send.ts';

/** Placeholder for a fixture's id, so that a failing request can be shrunk and repeated. */
const own = (name: string) => `‹own ${name}›`;

/** A request before the ids of a fixture are inserted. */
export interface Draft {
  path: Record<string, string>;
  query: [string, string][];
  headers: Record<string, string>;
  body: { json: unknown } | { raw: string } | undefined;
}

const hostileText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
);

/** Any JSON value, with a bias for edge cases. */
const hostileValue: Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    0.5,
    1e308,
    2 ** 53,
    -(2 ** 63),
    [],
    {},
    [[]],
    [null],
  ),
  fc.integer(),
  fc.constantFrom('x'.repeat(300), 'x'.repeat(10_001), '🐝'.repeat(5_001)),
  fc.constant(JSON.parse('{"__proto__":{"is_operator":true},"constructor":{"prototype":{"x":1}}}')),
  fc.jsonValue({ maxDepth: 3 }),
);

const formats: Record<string, Arbitrary<string>> = {
  email: fc.constantFrom('a@example.com', "o'hara+x@example.co.uk", 'ünï@exämple.de', 'A@B.CD', 'a@b'),
  'email-or-empty': fc.constantFrom('', 'a@example.com', `${'a'.repeat(64)}@example.com`),
  'time-or-date': fc.constantFrom(
    '2026-11-16',
    '2026-11-16T09:00:00Z',
    '0001-01-01',
    '9999-12-31T23:59:59+14:00',
    '294276-12-31',
  ),
  'http-address': fc.constantFrom('http://127.0.0.1:9/', 'http://[::1]:9/x', 'http://127.0.0.1:9/?a=%00#b'),
  origin: fc.constantFrom(
    'https://example.com',
    'https://*.example.com',
    'app://localhost',
    'http://xn--80ak6aa92e.com',
  ),
};

/** Values that match a schema. */
export function valueFor(document: ApiDocument, given: Schema, name = ''): Arbitrary<unknown> {
  const schema = document.resolve(given);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const chosen = schema.anyOf ?? (schema.properties ? undefined : schema.oneOf);
  if (chosen && !schema.properties)
    return fc.oneof(...chosen.map((each: Schema) => valueFor(document, each, name)));
  const types = [schema.type].flat() as string[];
  return fc.oneof(...types.map((type) => valueOfKind(document, schema, type, name)));
}

function valueOfKind(document: ApiDocument, schema: Schema, type: string, name: string): Arbitrary<unknown> {
  if (type === 'integer' || type === 'number') return numberOf(schema, name);
  if (type === 'boolean') return fc.boolean();
  if (type === 'array') {
    const maxLength = Math.min(schema.maxItems ?? 4, 4);
    return fc.array(valueFor(document, schema.items, name), { minLength: schema.minItems ?? 0, maxLength });
  }
  if (type === 'object') return objectOf(document, schema);
  if (type === 'string') return textOf(schema);
  return fc.constant(null);
}

function numberOf(schema: Schema, name: string): Arbitrary<unknown> {
  const { minimum: min = -5, maximum: max = Number.MAX_SAFE_INTEGER } = schema;
  const any = fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max: Math.min(max, 2 ** 31) }));
  return isId(schema) ? fc.oneof({ weight: 4, arbitrary: fc.constant(own(name)) }, any) : any;
}

function textOf({ format, pattern, minLength = 0, maxLength = 200 }: Schema): Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const known = formats[format];
  if (known) return known;
  const edge = fc.constantFrom(
    'x'.repeat(Math.min(maxLength, 20_000)),
    '🐝'.repeat(Math.min(maxLength, 5_000)),
  );
  const fitting = hostileText.filter(
    (text) =>
      [...text].length <= maxLength &&
      text.trim().length >= minLength &&
      text.isWellFormed() &&
      !text.includes('\0'),
  );
  return fc.oneof({ weight: 5, arbitrary: fitting }, edge);
}

function objectOf(document: ApiDocument, schema: Schema): Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const fields = Object.fromEntries(properties.map(([name, each]) => [name, valueFor(document, each, name)]));
  const plain = fc.record(fields, {
    requiredKeys: (schema.required ?? []).filter((name: string) => name in fields),
  });
  if (properties.length === 0)
    return fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
  if (!schema.oneOf) return plain;
  // A union whose members add fields.
  const variant = fc.oneof(...schema.oneOf.map((each: Schema) => valueFor(document, each)));
  return fc.tuple(plain, variant).map(([common, more]) => ({ ...(common as object), ...(more as object) }));
}

/** An object with a missing, wrong or additional field. */
function spoiled(value: Arbitrary<unknown>): Arbitrary<unknown> {
  const change = fc.tuple(
    fc.nat({ max: 20 }),
    fc.constantFrom('drop', 'replace', 'add'),
    hostileValue,
    hostileText,
  );
  return fc.tuple(value, change).map(([object, [index, how, other, newName]]) => {
    if (typeof object !== 'object' || object === null) return other;
    const entries = Object.entries(object);
    const at = index % Math.max(1, entries.length);
    if (how === 'drop') entries.splice(at, 1);
    if (how === 'replace') entries.splice(at, 1, [entries[at]?.[0] ?? 'x', other]);
    if (how === 'add') entries.push([newName, other]);
    return Object.fromEntries(entries);
  });
}

const rawBodies = fc.constantFrom(
  '',
  ' ',
  'null',
  '"text"',
  '5',
  '[]',
  '{',
  '{"a":1,}',
  '\ufeff{}',
  '{"a":1e999}',
  '['.repeat(20_000),
  '{"a":'.repeat(5_000),
  '{"a":1,"a":2}',
  '{"\\ud800":"\\udfff"}',
  '{"__proto__":null}',
  'a=b&c=d',
  '<a/>',
);

function bodyOf(document: ApiDocument, { body, method }: Route): Arbitrary<Draft['body']> {
  const raw = rawBodies.map((text) => ({ raw: text }));
  const none = fc.constant(undefined);
  if (!body) return method === 'GET' ? none : fc.oneof({ weight: 4, arbitrary: none }, raw);
  const valid = valueFor(document, body.schema);
  const json = (value: Arbitrary<unknown>) => value.map((each) => ({ json: each }));
  return fc.oneof(
    { weight: 5, arbitrary: json(valid) },
    { weight: 5, arbitrary: json(spoiled(valid)) },
    { weight: 1, arbitrary: json(hostileValue) },
    { weight: 1, arbitrary: raw },
  );
}

const hostileSegment = fc
  .oneof(
    hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom(
      '0',
      '-1',
      '1.5',
      '01',
      '1e3',
      '9007199254740993',
      '9'.repeat(40),
      '%00',
      '%ff',
      '%',
      '..%2f..',
      '%2e%2e',
      'x'.repeat(200),
      "1'--",
      '1;2',
    ),
  )
  .filter((segment) => segment !== '' && !/^[.]{1,2}$/.test(segment));

function segmentOf({ name }: Parameter): Arbitrary<string> {
  return fc.oneof({ weight: 6, arbitrary: fc.constant(own(name)) }, hostileSegment);
}

function queryOf(document: ApiDocument, parameters: Parameter[]): Arbitrary<[string, string][]> {
  if (parameters.length === 0) return fc.constant([]);
  const pairs = parameters.map(({ name, schema }) => {
    const valid = valueFor(document, schema, name).map((value) => [value].flat().map(String));
    const values = fc.oneof(
      { weight: 4, arbitrary: valid },
      fc.array(hostileText, { minLength: 1, maxLength: 3 }),
    );
    return values.map((each) => each.map((value): [string, string] => [name, value]));
  });
  const unknown = fc.tuple(fc.constantFrom('__proto__', 'constructor', 'x', 'limit[]', ''), hostileText);
  const some = fc.array(
    fc.oneof(
      ...pairs,
      unknown.map((pair) => [pair]),
    ),
    { maxLength: 5 },
  );
  return some.map((lists) => lists.flat());
}

/** Characters that Node accepts in a header value. */
const headerValue = hostileText.map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '').trim());

const furtherHeaders: Record<string, Arbitrary<string>> = {
  accept: fc.oneof(fc.constantFrom('text/html', 'application/json', '*/*', 'image/png', ''), headerValue),
  'content-type': fc.constantFrom(
    'application/json; charset=utf-8',
    'application/json;charset=utf-16',
    'text/plain',
    'APPLICATION/JSON',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    'x',
  ),
  'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'x'),
  origin: fc.oneof(fc.constantFrom('null', 'https://evil.example'), headerValue),
  cookie: fc.oneof(fc.constantFrom('skep_oauth=x', 'a=b; skep_oauth=%00', '=;=;'), headerValue),
  'x-http-method-override': fc.constantFrom('DELETE', 'GET'),
  'accept-language': headerValue,
  range: fc.constantFrom('bytes=0-1', 'bytes=-1', 'bytes=9999999-'),
  'if-none-match': fc.constantFrom('*', '"x"'),
  'user-agent': headerValue,
  referer: headerValue,
};

function headersOf(document: ApiDocument, parameters: Parameter[]): Arbitrary<Record<string, string>> {
  const named = parameters.map(({ name, schema }) => [
    name.toLowerCase(),
    fc.oneof(
      valueFor(document, schema, name).map((value) =>
        String(value)
          .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')
          .trim(),
      ),
      headerValue,
    ),
  ]);
  const none = fc.constant({});
  const further = fc
    .constantFrom(...Object.keys(furtherHeaders))
    .chain((name) => (furtherHeaders[name] as Arbitrary<string>).map((value) => ({ [name]: value })));
  return fc
    .tuple(
      fc.record(Object.fromEntries(named), { requiredKeys: [] }),
      fc.oneof({ weight: 3, arbitrary: none }, further),
    )
    .map(([one, other]) => ({ ...(one as Record<string, string>), ...other }));
}

/** Requests that match the schemas, nearly match, or are hostile. */
export function draftOf(document: ApiDocument, route: Route): Arbitrary<Draft> {
  const where = (part: Parameter['in']) => route.parameters.filter((each) => each.in === part);
  return fc.record({
    path: fc.record(Object.fromEntries(where('path').map((each) => [each.name, segmentOf(each)]))),
    query: queryOf(document, where('query')),
    headers: headersOf(document, where('header')),
    body: bodyOf(document, route),
  });
}

/** Inserts the fixture's ids. */
export function requestFrom(route: Route, fixture: Fixture, draft: Draft): Attack {
  const fill = (text: string) =>
    text.replaceAll(/‹own (\w*)›/g, (_all, name: string) => {
      if (name === 'token') return tokenIn(fixture, route);
      return name === 'provider' ? 'github' : String(fixture.ids[name] ?? idIn(fixture, route, 'bug_id'));
    });
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => fill(draft.path[name] ?? ''));
  const query = draft.query.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(fill(value.toWellFormed()))}`,
  );
  const search = query.length > 0 ? `?${query.join('&')}` : '';
  const json = (value: unknown) => fill(JSON.stringify(value).replaceAll(/"‹own (\w*)›"/g, '‹own $1›'));
  const { body } = draft;
  return {
    method: route.method,
    path: path + search,
    headers: draft.headers,
    ...(body && { body: 'raw' in body ? body.raw : json(body.json) }),
  };
}
