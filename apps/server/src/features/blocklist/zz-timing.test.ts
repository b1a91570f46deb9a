import { sql } from 'kysely';
import { it } from 'vitest';
import { aPerson, aProject } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
const node = await startService();
it('x', async () => {
  const p = await aPerson(node); const { id } = await aProject(p); const path = `/api/v1/projects/${id}/blocklist`;
  await sql`insert into bugs (id, project_id, team_id, title, description, severity, created_at, updated_at) select nextval('bug_ids'), ${id}, ${p.teamId}, 'T', (select string_agg(md5((n*1000+m)::text) || 'é', ' ') from generate_series(1,294) m), 'low', now(), now() from generate_series(1,1000) n`.execute(node.context.db);
  await sql`insert into blocklist_rules (project_id, kind, value) select ${id}, 'keyword', repeat(md5(n::text), 15) from generate_series(1, 4900) as n`.execute(node.context.db);
  const t = async (l: string, f: () => Promise<any>) => { const out=[]; let a; for (let i=0;i<4;i++){const s = performance.now(); a = await f(); out.push((performance.now() - s).toFixed(0))} console.log(l, out.join(' '), 'ms', a.status, JSON.stringify(a.body).length) };
  await t('preview keyword none', () => p.api.post(`${path}/preview`, { kind: 'keyword', value: 'casino' }));
  await t('preview keyword all', () => p.api.post(`${path}/preview`, { kind: 'keyword', value: 'é' }));
  let n = 0;
  await t('create with 4,900 x 480 chars', () => p.api.post(path, { kind: 'keyword', value: 'casino' + n++ }));
  await t('list', () => p.api.get(path));
  await sql`update blocklist_rules set kind='ip', value='10.' || id/65536%256 || '.' || id/256%256 || '.' || id%256`.execute(node.context.db);
  await t('create with 4,900 ip', () => p.api.post(path, { kind: 'ip', value: '11.0.0.' + n++ }));
});
