import { expect, it } from 'vitest';
import { aBug, aPerson, aProject } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';

const node = await startService();
const ada = await aPerson(node);
const project = await aProject(ada);
const labels = `/api/v1/teams/${ada.teamId}/labels`;

let count = 0;

async function aLabel(): Promise<number> {
  const created = await ada.api.post(labels, { name: `Label ${++count}`, color: '#00FF00' });
  return created.body.id;
}

const path = (bugId: number, labelId: number) => `/api/v1/bugs-admin/${bugId}/labels/${labelId}`;
const attach = (bugId: number, labelId: number) => ada.api.post(path(bugId, labelId));
const detach = (bugId: number, labelId: number) => ada.api.delete(path(bugId, labelId));
const change = (bugId: number, patch: unknown) => ada.api.patch(`/api/v1/bugs-admin/${bugId}`, patch);

async function countsOf(...ids: number[]): Promise<(number | undefined)[]> {
  const { items } = (await ada.api.get(labels)).body;
  return ids.map((id) => items.find((label: { id: number }) => label.id === id)?.bug_count);
}

it('counts the bugs that carry a label', async () => {
  const [one, two, label, other] = [
    await aBug(node, project),
    await aBug(node, project),
    await aLabel(),
    await aLabel(),
  ];
  expect(await countsOf(label, other)).toEqual([0, 0]);
  await attach(one, label);
  await attach(one, other);
  await attach(two, label);
  await attach(two, label);
  expect(await countsOf(label, other)).toEqual([2, 1]);
  await detach(two, label);
  await detach(two, label);
  await detach(two, other);
  expect(await countsOf(label, other)).toEqual([1, 1]);
});

it('is the same in the answer to a change', async () => {
  const [id, label] = [await aBug(node, project), await aLabel()];
  await attach(id, label);
  expect((await ada.api.patch(`${labels}/${label}`, { color: '#000000' })).body.bug_count).toBe(1);
});

it('counts a bug once, whatever becomes of it, until it is deleted', async () => {
  const [id, label, other] = [await aBug(node, project), await aLabel(), await aLabel()];
  await attach(id, label);
  for (const status of ['resolved', 'spam', 'open', 'open', 'closed']) await change(id, { status });
  await change(id, { severity: 'critical', assignee_id: 'me' });
  await attach(id, other);
  await change(id, { status: 'wont_fix', assignee_id: null });
  expect(await countsOf(label, other)).toEqual([1, 1]);
  expect((await ada.api.delete(`/api/v1/bugs-admin/${id}`)).status).toBe(204);
  expect(await countsOf(label, other)).toEqual([0, 0]);
});

it('no longer counts the bugs of a project that is deleted', async () => {
  const shortLived = await aProject(ada);
  const [gone, kept, label] = [await aBug(node, shortLived), await aBug(node, project), await aLabel()];
  await attach(gone, label);
  await attach(kept, label);
  expect(await countsOf(label)).toEqual([2]);
  expect((await ada.api.delete(`/api/v1/projects/${shortLived.id}`)).status).toBe(204);
  expect(await countsOf(label)).toEqual([1]);
});

it('begins at zero when a label is made again', async () => {
  const [id, label, other] = [await aBug(node, project), await aLabel(), await aLabel()];
  await attach(id, label);
  await attach(id, other);
  await ada.api.delete(`${labels}/${label}`);
  expect(await countsOf(label, other, await aLabel())).toEqual([undefined, 1, 0]);
});

it('is right to the last field after many changes at the same time', async () => {
  const bugs = await Promise.all(Array.from({ length: 6 }, () => aBug(node, project)));
  for (let round = 0; round < 6; round++) {
    const doomed = await aLabel();
    const kept = [await aLabel(), await aLabel()];
    for (const id of bugs) await attach(id, doomed);
    const statuses = ['open', 'resolved', 'spam'];
    const answers = await Promise.all([
      ...bugs.flatMap((id, nth) => [
        attach(id, kept[nth % 2] as number),
        change(id, { status: statuses[(nth + round) % 3], severity: nth % 2 ? 'low' : 'high' }),
        detach(id, kept[nth % 2] as number),
        attach(id, kept[0] as number),
        change(id, { assignee_id: nth % 2 ? 'me' : null }),
      ]),
      ada.api.delete(`${labels}/${doomed}`),
    ]);
    for (const { status, text } of answers) expect([200, 204], text).toContain(status);
    const carrying = kept.map((id) => ada.api.get(`/api/v1/bugs-admin?label_id=${id}&limit=1`));
    const totals = (await Promise.all(carrying)).map(({ body }) => body.total);
    expect(await countsOf(doomed, ...kept)).toEqual([undefined, ...totals]);
  }
});
