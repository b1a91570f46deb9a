import { expect, it } from 'vitest';
import { aBug } from '../../../../apps/server/test/builders.ts';
import { aLabel } from '../../../../apps/server/test/stored-bugs.ts';
import { startAssistant } from '../../test/assistant.ts';
import { expectProblem } from '../../test/clients.ts';

const { node, ada, project, call } = await startAssistant();

it('lists the labels of a team with their bug counts', async () => {
  expect((await call('list_labels', { team_id: ada.teamId })).text).toMatch(/^This team has no labels yet/);
  const [id, bugId] = [await aLabel(ada, 'Checkout'), await aBug(node, project)];
  await call('add_label_to_bug', { bug_id: bugId, label_id: id });
  const { data, text } = await call('list_labels', { team_id: ada.teamId });
  expect(data.labels).toEqual([
    { id, team_id: ada.teamId, name: 'Checkout', color: expect.any(String), bug_count: 1 },
  ]);
  expect(text).toMatch(new RegExp(`^label ${id} "Checkout" #[0-9A-Fa-f]{6} · bugs: 1$`));
});

it('explains how to find a team after a 404', async () => {
  expectProblem(await call('list_labels', { team_id: 999 }), /^Not found: .+ list_honeycombs or get_stats/);
});
