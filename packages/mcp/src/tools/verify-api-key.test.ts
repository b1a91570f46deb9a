import { expect, it } from 'vitest';
import { startAssistant } from '../../test/assistant.ts';

const { ada, project, call } = await startAssistant();

it('accepts keys of every kind that are valid, and no others', async () => {
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

it('says what a key is worth, or where the right one is', async () => {
  const say = async (api_key: string) => (await call('verify_api_key', { api_key })).text;
  expect(await say(project.api_key)).toBe('The key is valid. Its project is on the plan free.');
  expect(await say(`sk_${'0'.repeat(40)}`)).toMatch(
    /does not accept this key: .+ get_install_snippet knows it/,
  );
  expect(await say('mcp_0123')).toBe('This is no project key: those begin with sk_.');
});
