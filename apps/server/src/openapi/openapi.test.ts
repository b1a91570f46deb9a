import { eventTypes } from '@skep/vocabulary';
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

const authOf = (operation: Operation) =>
  operation.security
    .flatMap((door: Record<string, string[]>) => Object.entries(door))
    .map(([name, scopes]: [string, string[]]) => [name, ...scopes].join(' '))
    .join() || 'public';
const isImage = ({ content }: Operation) => Boolean(content?.['image/png']);
/** An image, a page, a CSV file or an event stream. */
const isNoJson = ({ content }: Operation) => Boolean(content) && !('application/json' in content);
/** Follows references. */
const resolve = (part: Operation): Operation => {
  const [, , kind, name] = part?.$ref?.split('/') ?? [];
  return name ? document.components[kind][name] : part;
};
const succeeds = (status: string) => /^[23]/.test(status);

describe('the OpenAPI document', () => {
  it('is version 3.1', () => {
    expect(document.openapi).toBe('3.1.0');
  });

  it('pins the door of every route', () => {
    const auths = operations.map(([name, operation]) => `${authOf(operation)} ${name}`);
    expect(auths.sort()).toEqual([
      'mcpToken GET /api/v1/mcp/token',
      'mcpToken read:bugs GET /api/v1/mcp/bugs',
      'mcpToken read:bugs GET /api/v1/mcp/bugs/{bug_id}',
      'mcpToken read:bugs GET /api/v1/mcp/bugs/{bug_id}/similar',
      'mcpToken read:honeycombs GET /api/v1/mcp/honeycombs',
      'mcpToken read:honeycombs GET /api/v1/mcp/honeycombs/{project_id}',
      'mcpToken read:labels GET /api/v1/mcp/teams/{team_id}/labels',
      'mcpToken read:teams GET /api/v1/mcp/stats',
      'mcpToken write:bugs DELETE /api/v1/mcp/bugs/{bug_id}/labels',
      'mcpToken write:bugs PATCH /api/v1/mcp/bugs/{bug_id}',
      'mcpToken write:bugs POST /api/v1/mcp/bugs/{bug_id}/assign-me',
      'mcpToken write:bugs POST /api/v1/mcp/bugs/{bug_id}/comments',
      'mcpToken write:bugs POST /api/v1/mcp/bugs/{bug_id}/labels',
      'mcpToken write:bugs POST /api/v1/mcp/bugs/{bug_id}/resolve',
      'mcpToken write:bugs POST /api/v1/mcp/bugs/{bug_id}/spam',
      'mcpToken write:labels DELETE /api/v1/mcp/labels/{label_id}',
      'mcpToken write:labels PATCH /api/v1/mcp/labels/{label_id}',
      'mcpToken write:labels POST /api/v1/mcp/teams/{team_id}/labels',
      'mcpToken,mcpBearer POST /mcp',
      'projectKey GET /api/v1/widget/info',
      'projectKey POST /api/v1/bugs',
      'projectKey POST /api/v1/bugs/{bug_id}/attachments',
      'public GET /api/v1/attachments/{token}',
      'public GET /api/v1/auth/oauth',
      'public GET /api/v1/auth/oauth/{provider}/callback',
      'public GET /api/v1/auth/oauth/{provider}/start',
      'public GET /api/v1/notifications/confirm/{token}',
      'public GET /api/v1/notifications/mute/{token}',
      'public GET /api/v1/reports/{token}',
      'public GET /health',
      'public GET /health/live',
      'public GET /openapi.json',
      'public POST /api/v1/auth/login',
      'public POST /api/v1/auth/password-reset',
      'public POST /api/v1/auth/password-reset/confirm',
      'public POST /api/v1/auth/signup',
      'public POST /api/v1/invitations/preview',
      'public POST /api/v1/notifications/confirm',
      'public POST /api/v1/notifications/mute/{token}',
      'public POST /api/v1/notifications/unmute/{token}',
      'public PUT /api/v1/uploads/{token}',
      'session DELETE /api/v1/bugs-admin/{bug_id}',
      'session DELETE /api/v1/bugs-admin/{bug_id}/comments/{comment_id}',
      'session DELETE /api/v1/bugs-admin/{bug_id}/duplicate-of',
      'session DELETE /api/v1/bugs-admin/{bug_id}/labels/{label_id}',
      'session DELETE /api/v1/me',
      'session DELETE /api/v1/me/invitations/{invitation_id}',
      'session DELETE /api/v1/me/mcp-tokens/{token_id}',
      'session DELETE /api/v1/operator/jobs/{job_id}',
      'session DELETE /api/v1/projects/{project_id}',
      'session DELETE /api/v1/projects/{project_id}/api-keys/{key_id}',
      'session DELETE /api/v1/projects/{project_id}/blocklist/{rule_id}',
      'session DELETE /api/v1/projects/{project_id}/webhooks/{webhook_id}',
      'session DELETE /api/v1/teams/{team_id}',
      'session DELETE /api/v1/teams/{team_id}/invitations/{invitation_id}',
      'session DELETE /api/v1/teams/{team_id}/labels/{label_id}',
      'session DELETE /api/v1/teams/{team_id}/members/{user_id}',
      'session DELETE /api/v1/teams/{team_id}/reporters',
      'session DELETE /api/v1/teams/{team_id}/saved-views/{view_id}',
      'session GET /api/v1/bugs-admin',
      'session GET /api/v1/bugs-admin/export.csv',
      'session GET /api/v1/bugs-admin/titles',
      'session GET /api/v1/bugs-admin/{bug_id}',
      'session GET /api/v1/bugs-admin/{bug_id}/activity',
      'session GET /api/v1/bugs-admin/{bug_id}/comment-images',
      'session GET /api/v1/bugs-admin/{bug_id}/comments',
      'session GET /api/v1/bugs-admin/{bug_id}/similar',
      'session GET /api/v1/bugs/{bug_id}',
      'session GET /api/v1/live',
      'session GET /api/v1/me',
      'session GET /api/v1/me/invitations',
      'session GET /api/v1/me/mcp-tokens',
      'session GET /api/v1/operator/jobs',
      'session GET /api/v1/operator/overview',
      'session GET /api/v1/operator/teams',
      'session GET /api/v1/operator/teams/{team_id}',
      'session GET /api/v1/operator/users',
      'session GET /api/v1/projects',
      'session GET /api/v1/projects/{project_id}',
      'session GET /api/v1/projects/{project_id}/api-keys',
      'session GET /api/v1/projects/{project_id}/blocklist',
      'session GET /api/v1/projects/{project_id}/webhooks',
      'session GET /api/v1/projects/{project_id}/webhooks/{webhook_id}/deliveries',
      'session GET /api/v1/projects/{project_id}/webhooks/{webhook_id}/deliveries/{delivery_id}',
      'session GET /api/v1/teams',
      'session GET /api/v1/teams/{team_id}',
      'session GET /api/v1/teams/{team_id}/invitations',
      'session GET /api/v1/teams/{team_id}/labels',
      'session GET /api/v1/teams/{team_id}/members',
      'session GET /api/v1/teams/{team_id}/saved-views',
      'session GET /api/v1/teams/{team_id}/stats',
      'session PATCH /api/v1/bugs-admin/{bug_id}',
      'session PATCH /api/v1/bugs-admin/{bug_id}/comments/{comment_id}',
      'session PATCH /api/v1/me',
      'session PATCH /api/v1/operator/projects/{project_id}',
      'session PATCH /api/v1/operator/teams/{team_id}',
      'session PATCH /api/v1/projects/{project_id}',
      'session PATCH /api/v1/projects/{project_id}/api-keys/{key_id}',
      'session PATCH /api/v1/projects/{project_id}/webhooks/{webhook_id}',
      'session PATCH /api/v1/teams/{team_id}',
      'session PATCH /api/v1/teams/{team_id}/labels/{label_id}',
      'session PATCH /api/v1/teams/{team_id}/saved-views/{view_id}',
      'session POST /api/v1/bugs-admin/bulk',
      'session POST /api/v1/bugs-admin/bulk/{batch_id}/undo',
      'session POST /api/v1/bugs-admin/counts',
      'session POST /api/v1/bugs-admin/{bug_id}/comment-images',
      'session POST /api/v1/bugs-admin/{bug_id}/comments',
      'session POST /api/v1/bugs-admin/{bug_id}/duplicate-of/{other_id}',
      'session POST /api/v1/bugs-admin/{bug_id}/labels/{label_id}',
      'session POST /api/v1/invitations/accept',
      'session POST /api/v1/me/email-verification',
      'session POST /api/v1/me/email-verification/confirm',
      'session POST /api/v1/me/invitations/{invitation_id}/accept',
      'session POST /api/v1/me/mcp-tokens',
      'session POST /api/v1/operator/jobs/retry',
      'session POST /api/v1/operator/jobs/{job_id}/retry',
      'session POST /api/v1/projects',
      'session POST /api/v1/projects/{project_id}/api-keys',
      'session POST /api/v1/projects/{project_id}/blocklist',
      'session POST /api/v1/projects/{project_id}/blocklist/preview',
      'session POST /api/v1/projects/{project_id}/rotate-key',
      'session POST /api/v1/projects/{project_id}/test-report',
      'session POST /api/v1/projects/{project_id}/webhooks',
      'session POST /api/v1/projects/{project_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
      'session POST /api/v1/projects/{project_id}/webhooks/{webhook_id}/rotate-secret',
      'session POST /api/v1/projects/{project_id}/webhooks/{webhook_id}/test',
      'session POST /api/v1/teams',
      'session POST /api/v1/teams/{team_id}/invitations/{invitation_id}/resend',
      'session POST /api/v1/teams/{team_id}/labels',
      'session POST /api/v1/teams/{team_id}/labels/{label_id}/merge',
      'session POST /api/v1/teams/{team_id}/members',
      'session POST /api/v1/teams/{team_id}/saved-views',
    ]);
  });

  it.each(operations)('%s is opened by its door alone', async (name, operation) => {
    if (authOf(operation) === 'public') return;
    const [method, path] = name.split(' ') as [string, string];
    const answer = await node.anyone.request(method, path.replace(/\{\w+\}/g, '1'));
    expect(answer.status).toBe(401);
  });

  it.each(operations)('%s has a summary, a tag, schemas, errors and an example', (name, operation) => {
    expect(operation.summary).toBeTruthy();
    expect(operation.tags).toHaveLength(1);
    for (const [status, reference] of Object.entries<Operation>(operation.responses)) {
      const response = resolve(reference);
      expect(response.headers).toHaveProperty('X-Request-Id');
      expect(Boolean(response.headers['Retry-After'])).toBe(status === '429' || status === '503');
      expect(response.description).not.toBe('Default Response');
      const content = response.content?.['application/json'];
      // The MCP server accepts messages without a response.
      const isEmpty = ['204', '302', '304'].includes(status) || (name === 'POST /mcp' && status === '202');
      if (!isEmpty && !isNoJson(response)) {
        expect(content.schema).toBeTruthy();
        expect(content.example ?? content.examples).toBeTruthy();
      }
    }
    expect(Object.keys(operation.responses).some(succeeds)).toBe(true);
    expect(operation.responses).toHaveProperty('500');
    if (operation.requestBody && !isImage(operation.requestBody)) {
      const { schema, example, examples } = operation.requestBody.content['application/json'];
      expect(schema).toHaveProperty('$ref');
      expect(resolve(schema).type).toBe('object');
      expect(example ?? examples).toBeTruthy();
      // The MCP server reports invalid messages as JSON-RPC.
      const refused = name === 'POST /mcp' ? [] : ['422'];
      for (const status of ['400', '413', '415', ...refused])
        expect(operation.responses).toHaveProperty(status);
    }
  });

  it('names every operation after what it does, and no two alike', () => {
    const names = operations.map(([, { operationId }]) => operationId);
    for (const name of names) expect(name).toMatch(/^[a-z]+([A-Z][A-Za-z]*)?$/);
    expect(new Set(names).size).toBe(names.length);
  });

  it('describes every parameter, and demands none that has a default', () => {
    for (const [name, { parameters = [] }] of operations)
      for (const { name: parameter, description, required, schema } of parameters) {
        expect(description, `${name} ${parameter}`).toBeTruthy();
        expect(required && schema.default !== undefined, `${name} ${parameter}`).toBe(false);
      }
  });

  it('has headers that routes read as parameters, and those that they answer with', () => {
    const { post } = document.paths['/api/v1/bugs'];
    expect(post.parameters).toMatchObject([{ in: 'header', name: 'Idempotency-Key', required: false }]);
    expect(post.responses[201].headers).toHaveProperty('Location');
    const headers = (path: string, method: string) =>
      document.paths[path][method].parameters.filter((one: Operation) => one.in === 'header');
    expect(headers('/api/v1/live', 'get')).toMatchObject([{ name: 'Last-Event-ID', required: false }]);
    expect(headers('/api/v1/bugs-admin/{bug_id}', 'patch')).toMatchObject([
      { name: 'If-Match', required: false },
    ]);
  });

  it('puts operations under tags that are described, from signing in to assistants', () => {
    const tags = document.tags.map(({ name }: Operation) => name);
    expect([tags[0], tags.at(-1)]).toEqual(['auth', 'mcp']);
    const used = operations.flatMap(([, operation]) => operation.tags);
    expect(new Set(used)).toEqual(new Set(tags));
    for (const { description } of document.tags) expect(description).toBeTruthy();
  });

  it('says where the service is, and what it sends to webhooks', () => {
    expect(document.servers).toMatchObject([{ url: 'http://localhost:4000' }]);
    expect(Object.keys(document.webhooks)).toEqual([...eventTypes, 'webhook.test']);
  });

  it('bounds every text that a body can hold', () => {
    const unbounded = operations.flatMap(([name, operation]) =>
      stringsIn(resolve(operation.requestBody?.content['application/json']?.schema), name),
    );
    expect(unbounded).toEqual([]);
  });

  it('refers to schemas that exist', () => {
    const references = JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g);
    for (const [, kind, name] of references)
      expect(document.components[String(kind)]).toHaveProperty(String(name));
  });
});

/** Paths of all text fields without both length and format. */
function stringsIn(schema: Operation, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const isText = [schema.type].flat().includes('string');
  const isBounded = schema.enum || schema.pattern || (schema.maxLength && schema.format);
  const own = isText && !isBounded ? [path] : [];
  return [...own, ...Object.entries(schema).flatMap(([key, value]) => stringsIn(value, `${path}.${key}`))];
}
