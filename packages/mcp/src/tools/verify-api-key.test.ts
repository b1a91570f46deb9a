import { expect, it } from 'vitest';
import { startAssistant } from '../../test/assistant.ts';

const { ada, project, call } = await startAssistant();

it('accepts valid keys of every kind only', async () => {
  const added = await ada.api.post(`/api/v1/projects/${project.id}/api-keys`, { name: 'CI' });
  for (const [api_key, expected] of [
    [project.api_key, { valid: true, plan: 'free' }],
    [added.body.api_key, { valid: true, plan: 'free' }],
    [`sk_${'0'.repeat(40)}`, { valid: false }],
    ['mcp_0123', { valid: false }],
    ['sk_ü\n', { valid: false }],
  ]) {
    const { isError, data } = await call('verify_api_key', { api_key });
    expect([isError, data]).toEqual([false, expected]);
  }
});

it('describes a valid key, or how to find one', async () => {
  const textFor = async (api_key: string) => (await call('verify_api_key', { api_key })).text;
  expect(await textFor(project.api_key)).toBe('The API key is valid. The project is on the plan free.');
  expect(await textFor(`sk_${'0'.repeat(40)}`)).toMatch(/^The API key is unknown to .+ get_install_snippet/);
  expect(await textFor('mcp_0123')).toBe('Not an API key: it must start with sk_.');
});
