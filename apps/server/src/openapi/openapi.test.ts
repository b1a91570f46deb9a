import { describe, expect, it } from 'vitest';
import { startService } from '../../test/harness.ts';

const node = await startService();
const { body: document } = await node.anyone.get('/openapi.json');

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into, not typed
type Operation = any;

const operations: [string, Operation][] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Operation>).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as [string, Operation],
  ),
);

const doorOf = (operation: Operation) => operation.security.flatMap(Object.keys).join() || 'public';
const isImage = ({ content }: Operation) => Boolean(content?.['image/png']);
/** Schemas with a name are referred to. */
const resolve = (schema: Operation) =>
  schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;
const succeeds = (status: string) => /^[23]/.test(status);

describe('the OpenAPI document', () => {
  it('is version 3.1', () => {
    expect(document.openapi).toBe('3.1.0');
  });

  it('pins the door of every route', () => {
    const doors = operations.map(([name, operation]) => `${doorOf(operation)} ${name}`);
    expect(doors.sort()).toEqual([
      'projectKey GET /api/v1/widget/info',
      'projectKey POST /api/v1/bugs',
      'projectKey POST /api/v1/bugs/{bug_id}/attachments',
      'public GET /api/v1/attachments/{token}',
      'public GET /api/v1/auth/oauth',
      'public GET /api/v1/auth/oauth/{provider}/callback',
      'public GET /api/v1/auth/oauth/{provider}/start',
      'public GET /health',
      'public GET /openapi.json',
      'public POST /api/v1/auth/login',
      'public POST /api/v1/auth/password-reset',
      'public POST /api/v1/auth/password-reset/confirm',
      'public POST /api/v1/auth/signup',
      'public PUT /api/v1/uploads/{token}',
      'session DELETE /api/v1/me/mcp-tokens/{token_id}',
      'session DELETE /api/v1/projects/{project_id}',
      'session DELETE /api/v1/projects/{project_id}/api-keys/{key_id}',
      'session DELETE /api/v1/projects/{project_id}/blocklist/{rule_id}',
      'session DELETE /api/v1/teams/{team_id}/invitations/{invitation_id}',
      'session DELETE /api/v1/teams/{team_id}/members/{user_id}',
      'session GET /api/v1/bugs-admin/{bug_id}',
      'session GET /api/v1/bugs/{bug_id}',
      'session GET /api/v1/me',
      'session GET /api/v1/me/mcp-tokens',
      'session GET /api/v1/projects',
      'session GET /api/v1/projects/{project_id}',
      'session GET /api/v1/projects/{project_id}/api-keys',
      'session GET /api/v1/projects/{project_id}/blocklist',
      'session GET /api/v1/teams',
      'session GET /api/v1/teams/{team_id}',
      'session GET /api/v1/teams/{team_id}/invitations',
      'session GET /api/v1/teams/{team_id}/members',
      'session PATCH /api/v1/bugs-admin/{bug_id}',
      'session PATCH /api/v1/me',
      'session PATCH /api/v1/projects/{project_id}',
      'session PATCH /api/v1/projects/{project_id}/api-keys/{key_id}',
      'session PATCH /api/v1/teams/{team_id}',
      'session POST /api/v1/invitations/accept',
      'session POST /api/v1/me/mcp-tokens',
      'session POST /api/v1/projects',
      'session POST /api/v1/projects/{project_id}/api-keys',
      'session POST /api/v1/projects/{project_id}/blocklist',
      'session POST /api/v1/projects/{project_id}/blocklist/preview',
      'session POST /api/v1/projects/{project_id}/rotate-key',
      'session POST /api/v1/teams',
      'session POST /api/v1/teams/{team_id}/members',
    ]);
  });

  it.each(operations)('%s is opened by its door alone', async (name, operation) => {
    if (doorOf(operation) === 'public') return;
    const [method, path] = name.split(' ') as [string, string];
    const answer = await node.anyone.request(method, path.replace(/\{\w+\}/g, '1'));
    expect(answer.status).toBe(401);
  });

  it.each(operations)('%s has a summary, a tag, schemas, errors and an example', (_name, operation) => {
    expect(operation.summary).toBeTruthy();
    expect(operation.tags).toHaveLength(1);
    for (const [status, response] of Object.entries<Operation>(operation.responses)) {
      expect(response.description).not.toBe('Default Response');
      const content = response.content?.['application/json'];
      if (status !== '204' && status !== '302' && !isImage(response)) {
        expect(content.schema).toBeTruthy();
        expect(content.example).toBeTruthy();
      }
    }
    expect(Object.keys(operation.responses).some(succeeds)).toBe(true);
    expect(operation.responses).toHaveProperty('500');
    if (operation.requestBody && !isImage(operation.requestBody)) {
      const { schema, example } = operation.requestBody.content['application/json'];
      expect(resolve(schema).type).toBe('object');
      expect(example).toBeTruthy();
      for (const status of ['400', '413', '415', '422']) expect(operation.responses).toHaveProperty(status);
    }
  });

  it('bounds every text that a body can hold', () => {
    const unbounded = operations.flatMap(([name, operation]) =>
      stringsIn(operation.requestBody?.content['application/json']?.schema, name),
    );
    expect(unbounded).toEqual([]);
  });

  it('refers to schemas that exist', () => {
    const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    for (const [, name] of references) expect(document.components.schemas).toHaveProperty(String(name));
  });
});

/** The paths of all text fields without both a length and a form. */
function stringsIn(schema: Operation, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const isText = [schema.type].flat().includes('string');
  const isBounded = schema.enum || schema.pattern || (schema.maxLength && schema.format);
  const own = isText && !isBounded ? [path] : [];
  return [...own, ...Object.entries(schema).flatMap(([key, value]) => stringsIn(value, `${path}.${key}`))];
}
