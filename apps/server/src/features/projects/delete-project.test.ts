import { expect, it } from 'vitest';
import { aReported, imageOf, upload } from '../../../test/attachments.ts';
import { aReport, aSender } from '../../../test/builders.ts';
import { aBaseUrl, startService } from '../../../test/harness.ts';

const node = await startService({ BASE_URL: await aBaseUrl() });

const rowsOf = async (projectId: number) => {
  const tables = ['bugs', 'activity', 'attachments', 'project_usage', 'api_keys'] as const;
  const counts = tables.map((table) =>
    node.db.selectFrom(table).select('project_id').where('project_id', '=', projectId).execute(),
  );
  return (await Promise.all(counts)).map((rows) => rows.length);
};

it('deleting a project takes its bugs, their activity and their images with it', async () => {
  const reported = await aReported(node);
  const { person, project, bugId } = reported;
  await upload((await reported.ask()).body);
  const image = await imageOf(node, reported);
  expect((await fetch(image.url)).status).toBe(200);

  expect((await person.api.delete(`/api/v1/projects/${project.id}`)).status).toBe(204);
  expect((await person.api.get(`/api/v1/bugs/${bugId}`)).status).toBe(404);
  expect(await rowsOf(project.id)).toEqual([0, 0, 0, 0, 0]);
  await expect.poll(async () => (await fetch(image.url)).status).toBe(404);
});

it('no report is left behind that came in while its project was being deleted', async () => {
  const { person, project } = await aReported(node);
  const sender = aSender(node, project);
  const sending = Array.from({ length: 40 }, () => sender.post('/api/v1/bugs', aReport()));
  const deleted = person.api.delete(`/api/v1/projects/${project.id}`);
  const answers = await Promise.all(sending);
  expect((await deleted).status).toBe(204);
  for (const { status } of answers) expect([201, 401]).toContain(status);
  expect(await rowsOf(project.id)).toEqual([0, 0, 0, 0, 0]);
});
