import { expect, it } from 'vitest';
import { aBug } from '../../../../apps/server/test/builders.ts';
import { startAssistant } from '../../test/assistant.ts';
import { expectProblem } from '../../test/clients.ts';

const { node, ada, project, call } = await startAssistant();

it('counts the bugs by status and severity', async () => {
  const [first] = [await aBug(node, project, { severity: 'critical' }), await aBug(node, project)];
  await call('resolve_bug', { bug_id: first });
  const { data, text } = await call('get_stats');
  expect(data).toEqual({
    teams: [{ id: ada.teamId, name: expect.any(String), slug: expect.any(String), open_count: 1 }],
    open_count: 1,
    by_status: { open: 1, in_progress: 0, resolved: 1, closed: 0, wont_fix: 0, spam: 0 },
    by_severity: { low: 0, medium: 1, high: 0, critical: 1 },
  });
  expect(text).toMatch(
    /^1 open bugs in total\.\nteam \d+ ".+": 1 open\nby status: open 1, .+\nby severity: low 0, /,
  );
});

it('rejects arguments', async () => {
  expectProblem(await call('get_stats', { team_id: 1 }), /team_id: unknown argument. Allowed: none/);
});
