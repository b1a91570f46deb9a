import { describe, expect, it } from 'vitest';
import { aPerson, aProject, aReport, aSender } from '../../../../test/builders.ts';
import { startService } from '../../../../test/harness.ts';
import { bees, expectNotFound, expectRefused, unknownId } from '../../../../test/samples.ts';
import { aLabel, storeBug, storeBugs } from '../../../../test/stored-bugs.ts';

const node = await startService();
const ada = await aPerson(node, { name: 'Ada' });
const stranger = await aPerson(node);

const columns =
  'id,project,title,description,status,severity,environment,app_version,url,user_agent,reporter_email,' +
  'reporter_identifier,assignee,labels,duplicate_of_id,created_at,updated_at';

const path = (query = '') => `/api/v1/bugs-admin/export.csv${query}`;
const download = async (query = '') => (await ada.api.get(path(query))).text;
/** The ids in the first column of an export without line breaks in cells. */
const idsIn = (csv: string) =>
  csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number(line.split(',', 1)[0]));
const exportedIds = async (query: string) => idsIn(await download(query));

async function report(values: Record<string, unknown>, project?: { api_key: string }): Promise<number> {
  const sender = aSender(node, project ?? (await aProject(ada)));
  return (await sender.post('/api/v1/bugs', aReport({ user_agent: 'Mozilla/5.0', ...values }))).body.id;
}

describe('the export', () => {
  it('is a file of CSV with a row for each bug, newest first', async () => {
    const project = await aProject(ada, { name: 'Shop' });
    const older = await storeBug(node, project);
    const newer = await report(
      {
        severity: 'high',
        environment: 'production',
        app_version: '1.2.3',
        url: 'https://shop.example.com/checkout',
        reporter_email: 'visitor@example.com',
        reporter_identifier: 'customer 5',
        extra: { cart: 3 },
        stack_trace: 'at pay',
      },
      project,
    );
    for (const name of ['mobile', 'Checkout']) {
      await ada.api.post(`/api/v1/bugs-admin/${newer}/labels/${await aLabel(ada, name)}`);
    }
    await ada.api.patch(`/api/v1/bugs-admin/${newer}`, { status: 'in_progress', assignee_id: 'me' });
    const { body } = await ada.api.post(`/api/v1/bugs-admin/${newer}/duplicate-of/${older}`);
    const { body: first } = await ada.api.get(`/api/v1/bugs-admin/${older}`);

    const answer = await ada.api.get(path(`?project_id=${project.id}`));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const description = '"I press ""Pay"" and nothing happens."';
    expect(answer.text.split('\r\n')).toEqual([
      columns,
      `${newer},Shop,Checkout button does nothing,${description},in_progress,high,production,1.2.3,` +
        'https://shop.example.com/checkout,Mozilla/5.0,visitor@example.com,customer 5,' +
        `${ada.email},"Checkout; mobile",${older},${body.created_at},${body.updated_at}`,
      `${older},Shop,Checkout button does nothing,${description},open,medium,,,,,,,,,,` +
        `${first.created_at},${first.updated_at}`,
      '',
    ]);
  });

  it('has a name with the date of today', async () => {
    const [before, answer, after] = [new Date(), await ada.api.get(path()), new Date()];
    const names = [before, after].map((date) => `bugs-${date.toISOString().slice(0, 10)}.csv`);
    const disposition = answer.headers.get('content-disposition');
    expect(names.map((name) => `attachment; filename="${name}"`)).toContain(disposition);
  });

  it('is only its first line when there is no bug', async () => {
    const { id } = await aProject(ada);
    expect(await download(`?project_id=${id}`)).toBe(`${columns}\r\n`);
  });

  it.each([
    ['plain', 'plain'],
    ['one, two', '"one, two"'],
    ['say "hello"', '"say ""hello"""'],
    ['"', '""""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['old\rMac', '"old\rMac"'],
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tindented', '"\'\tindented"'],
    ['in\tcolumns', '"in\tcolumns"'],
    ['\rreturned', '"\'\rreturned"'],
    ['\n=1+1', '"\'\n=1+1"'],
    ['＝1＋1', "'＝1＋1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['=HYPERLINK("https://evil.example","x")', '"\'=HYPERLINK(""https://evil.example"",""x"")"'],
    ["'quoted", "'quoted"],
    ['1=1', '1=1'],
    [' =1+1', ' =1+1'],
    ['a;=1+1', '"a;=1+1"'],
    [';=1+1;"', '";=1+1;"""'],
    ['a\t=1+1', '"a\t=1+1"'],
    [`${bees(3)} é 日本`, `${bees(3)} é 日本`],
  ])('writes %o as %o', async (title, cell) => {
    const project = await aProject(ada);
    await storeBug(node, project, { title, description: title });
    const csv = await download(`?project_id=${project.id}`);
    expect(csv).toContain(`,Website,${cell},${cell},open,`);
  });

  it('guards what people of the team have named, too', async () => {
    const project = await aProject(ada, { name: '=project' });
    const id = await report({ reporter_identifier: '-1+1', environment: '@home' }, project);
    await ada.api.post(`/api/v1/bugs-admin/${id}/labels/${await aLabel(ada, '+label, "one"')}`);
    const csv = await download(`?project_id=${project.id}`);
    expect(csv).toContain(`${id},'=project,`);
    expect(csv).toContain(",'@home,");
    expect(csv).toContain(`,'-1+1,,"'+label, ""one""",,`);
  });

  it('guards each of the labels in a cell: to a spreadsheet that splits at semicolons each is one of its own', async () => {
    const project = await aProject(ada);
    const id = await storeBug(node, project);
    for (const name of ['=1+1', '@SUM(A1)', 'plain'])
      await ada.api.post(`/api/v1/bugs-admin/${id}/labels/${await aLabel(ada, name)}`);
    expect(await download(`?project_id=${project.id}`)).toContain(`,"'=1+1; '@SUM(A1); plain",,`);
  });

  it('has every bug once, however many', async () => {
    const project = await aProject(ada);
    for (const further of [199, 1, 1, 199, 1]) {
      await storeBugs(node, project, further);
      const { rows } = await bugIdsOf(project.id);
      expect(await exportedIds(`?project_id=${project.id}`)).toEqual(rows);
    }
  });

  it('has the bugs of all teams of the actor, and of no other', async () => {
    const { body: team } = await ada.api.post('/api/v1/teams', { name: 'Wasps' });
    const second = await storeBug(node, await aProject(ada, { team_id: team.id }));
    const first = await storeBug(node, await aProject(ada));
    const foreign = await storeBug(node, await aProject(stranger));
    const csv = await download();
    for (const id of [first, second]) expect(csv).toContain(`\r\n${id},`);
    expect(csv).not.toContain(`\r\n${foreign},`);
  });
});

const bugIdsOf = async (projectId: number) => {
  const bugs = await node.db
    .selectFrom('bugs')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .execute();
  return { rows: bugs.map(({ id }) => id) };
};

describe('the filters of the list', () => {
  it('narrow the export, all of them together', async () => {
    const project = await aProject(ada);
    const ids = (await storeBugs(node, project, 5, { title: 'Zebra crossing' })) as number[];
    const [a, b, c, d, e] = ids as [number, number, number, number, number];
    const label = await aLabel(ada, 'striped');
    const bulk = (operation: string, of: number[], value: unknown) =>
      ada.api.post('/api/v1/bugs-admin/bulk', { ids: of, operation, value });
    await bulk('set_status', [a, b, c, d], 'closed');
    await bulk('set_severity', [a, b, c, e], 'low');
    await bulk('assign', [a, b, d, e], 'me');
    await bulk('add_label', [a, c, d, e], label);

    const of = `?project_id=${project.id}`;
    expect(await exportedIds(`${of}&status=closed`)).toEqual([d, c, b, a]);
    expect(await exportedIds(`${of}&severity=low`)).toEqual([e, c, b, a]);
    expect(await exportedIds(`${of}&assignee_id=me`)).toEqual([e, d, b, a]);
    expect(await exportedIds(`${of}&assignee_id=${ada.id}`)).toEqual([e, d, b, a]);
    expect(await exportedIds(`${of}&assignee_id=none`)).toEqual([c]);
    expect(await exportedIds(`?label_id=${label}`)).toEqual([e, d, c, a]);
    expect(await exportedIds(`${of}&status=closed&severity=low&assignee_id=me&label_id=${label}`)).toEqual([
      a,
    ]);
    await storeBug(node, project);
    expect(await exportedIds(`${of}&search=zebra`)).toEqual([e, d, c, b, a]);
  });

  it('leave the size of a page out', async () => {
    const project = await aProject(ada);
    const ids = await storeBugs(node, project, 3);
    const of = `?project_id=${project.id}`;
    for (const page of ['limit=1', 'offset=2', 'limit=1&offset=1', 'limit=abc', 'offset=-1', 'limit=0']) {
      expect(await exportedIds(`${of}&${page}`)).toEqual(ids.toReversed());
    }
  });

  it('are checked before anything is sent', async () => {
    for (const [field, value] of [
      ['project_id', 'abc'],
      ['project_id', '0'],
      ['status', 'fixed'],
      ['severity', 'urgent'],
      ['assignee_id', 'you'],
    ]) {
      expectRefused(await ada.api.get(path(`?${field}=${value}`)), field as string);
    }
  });

  it('do not find what is unknown or of others', async () => {
    const project = await aProject(stranger);
    const label = await aLabel(stranger, 'theirs');
    for (const query of [
      `project_id=${project.id}`,
      `project_id=${unknownId}`,
      `label_id=${label}`,
      `label_id=${unknownId}`,
      `assignee_id=${stranger.id}`,
      `assignee_id=${unknownId}`,
    ]) {
      expectNotFound(await ada.api.get(path(`?${query}`)));
    }
  });
});
