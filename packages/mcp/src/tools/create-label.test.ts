import { expect, it } from 'vitest';
import { startAssistant } from '../../test/assistant.ts';
import { expectProblem } from '../../test/clients.ts';

const { ada, call } = await startAssistant();

const catalogue = async () => (await ada.api.get(`/api/v1/teams/${ada.teamId}/labels`)).body.items;

it('creates a label', async () => {
  const { data, text } = await call('create_label', {
    team_id: ada.teamId,
    name: 'Checkout',
    color: '#00AA00',
  });
  expect(await catalogue()).toEqual([data.label]);
  expect(data.label).toMatchObject({ team_id: ada.teamId, name: 'Checkout', color: '#00AA00', bug_count: 0 });
  expect(text).toBe(`Created label ${data.label.id} "Checkout" #00AA00 · bugs: 0`);
});

it('explains a name conflict', async () => {
  const label = { team_id: ada.teamId, name: 'Taken', color: '#000000' };
  await call('create_label', label);
  expectProblem(
    await call('create_label', { ...label, name: 'TAKEN' }),
    /^name: is already taken\. Use other values/,
  );
});

it.each([
  [{ team_id: 1, name: 'x', color: 'red' }, /color must match/],
  [{ team_id: 999, name: 'x', color: '#000000' }, /^Not found: .+ list_honeycombs or get_stats/],
])('explains how to fix %j', async (args, expected) => {
  expectProblem(await call('create_label', args), expected);
});
