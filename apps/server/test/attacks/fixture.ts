import { sql } from 'kysely';
import { signExpiringLink, signLink } from '../../src/auth/signed-links.ts';
import { upsertInvitation } from '../../src/features/invitations/operations.ts';
import { mutePurpose } from '../../src/mail/mute-link.ts';
import { anAttachment, upload } from '../attachments.ts';
import {
  aBug,
  aColleague,
  anAssistant,
  anEmail,
  aPerson,
  aProject,
  aSender,
  type Person,
} from '../builders.ts';
import type { TestNode } from '../harness.ts';
import { aLabel } from '../stored-bugs.ts';
import type { Receiver } from '../webhook-receiver.ts';
import { aWebhook } from '../webhooks.ts';
import type { Auth, Route } from './document.ts';

/** A team with one of everything, and its owner. */
export interface Fixture {
  owner: Person;
  mate: Person;
  /** Ids by their names in paths, queries and bodies. */
  ids: Record<string, number>;
  /** Tokens of signed links by path prefix. */
  tokens: Record<string, string>;
  /** Valid bodies for routes whose example is not valid here; some for a single field. */
  bodies: Record<string, Record<string, unknown>>;
  /** The owner's credential per auth type. */
  credentials: Record<Exclude<Auth, 'public'>, Record<string, string>>;
}

let count = 0;

/** A webhook target on this machine: nothing leaves it. */
type Target = Pick<Receiver, 'url'>;

export async function aFixture(node: TestNode, target: Target): Promise<Fixture> {
  const owner = await aPerson(node);
  const { db } = node;
  await db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', owner.id).execute();
  const team = { id: owner.teamId, path: `/api/v1/teams/${owner.teamId}` };
  const [mate, project, assistant, label, other, view] = await Promise.all([
    aColleague(node, owner),
    aProject(owner, { name: `Project ${++count}` }),
    anAssistant(node, owner),
    aLabel(owner, `Label ${++count}`),
    aLabel(owner, `Label ${++count}`),
    made(owner, `${team.path}/saved-views`, { name: 'View', filters: { status: 'open' } }),
  ]);
  await db
    .updateTable('projects')
    .set({ reports_per_minute: 100_000 })
    .where('id', '=', project.id)
    .execute();
  const path = `/api/v1/projects/${project.id}`;
  const [bug, original, key, rule, webhook, ownInvitation] = await Promise.all([
    aBug(node, project, { reporter_email: anEmail() }),
    aBug(node, project),
    made(owner, `${path}/api-keys`, { name: 'Key' }),
    made(owner, `${path}/blocklist`, { kind: 'keyword', value: `spam ${++count}` }),
    aWebhook(owner, project, { url: target.url, events: ['bug.commented'] }),
    upsertInvitation(db, { team_id: mate.teamId, email: owner.email, invited_by: mate.id }),
  ]);
  const bugPath = `/api/v1/bugs-admin/${bug}`;
  const [comment, image, delivery, batch, invitation, addressed, job, slug, attachment] = await Promise.all([
    made(owner, `${bugPath}/comments`, { body: 'A comment' }),
    made(owner, `${bugPath}/comment-images`, anAttachment()),
    made(owner, `${webhook.path}/test`),
    made(owner, '/api/v1/bugs-admin/bulk', { ids: [bug], operation: 'set_severity', value: 'low' }),
    upsertInvitation(db, { team_id: team.id, email: anEmail(), invited_by: owner.id }),
    anAddressOf(node, project),
    aGivenUpJob(node),
    owner.api.get(team.path).then(({ body }) => body.slug),
    anUploadedImage(node, project, original),
    owner.api.post(`${bugPath}/labels/${label}`),
    owner.api.post(`/api/v1/bugs-admin/${original}/duplicate-of/${await aBug(node, project)}`),
  ]);
  const link = (purpose: string, id: number) => signLink(node.context.secretKey, purpose, id);
  const soon = new Date(Date.now() + 600_000);
  const dated = (purpose: string, id: number) => signExpiringLink(node.context.secretKey, purpose, id, soon);
  const ids = {
    team_id: team.id,
    user_id: mate.id,
    assignee_id: mate.id,
    assignee: mate.id,
    project_id: project.id,
    project: project.id,
    bug_id: bug,
    other_id: original,
    duplicate_of_id: original,
    ids: bug,
    except: bug,
    label_id: label,
    label: label,
    value: label,
    into_label_id: other,
    comment_id: comment.id,
    image_id: image.id,
    view_id: view.id,
    key_id: key.id,
    rule_id: rule.id,
    webhook_id: webhook.id,
    delivery_id: delivery.id,
    batch_id: batch.batch_id,
    invitation_id: invitation,
    'me invitation_id': ownInvitation,
    token_id: assistant.tokenId,
    job_id: job,
  };
  return {
    owner,
    mate,
    ids,
    tokens: {
      '/api/v1/attachments/': dated('attachment', attachment.id),
      '/api/v1/uploads/': dated('upload', attachment.next),
      '/api/v1/reports/': dated('report', bug),
      '/api/v1/notifications/confirm/': link('confirm-notifications', addressed.listed),
      '/api/v1/notifications/mute/': link(mutePurpose, addressed.id),
      '/api/v1/notifications/unmute/': link(mutePurpose, addressed.id),
    },
    bodies: {
      'DELETE /api/v1/teams/{team_id}': { slug },
      'PATCH /api/v1/me': { name: 'Ada' },
      'POST /api/v1/bugs-admin/bulk': { ids: [bug], operation: 'add_label', value: label },
      // A filter needs the expected number of matches.
      'POST /api/v1/bugs-admin/bulk filter': { operation: 'mark_spam', expected_total: 0 },
      'POST /api/v1/bugs-admin/bulk except': {
        operation: 'set_severity',
        value: 'low',
        filter: { team_id: team.id, severity: 'critical' },
        expected_total: 0,
      },
      'POST /api/v1/mcp/bugs/{bug_id}/labels': { label_id: label },
      'POST /api/v1/projects/{project_id}/webhooks': { url: target.url, events: ['bug.created'] },
      'PATCH /api/v1/projects/{project_id}/webhooks/{webhook_id}': { url: target.url },
    },
    credentials: {
      session: { authorization: `Bearer ${owner.token}` },
      operator: { authorization: `Bearer ${owner.token}` },
      key: { 'x-api-key': project.api_key },
      token: { 'x-mcp-token': assistant.token },
      mcp: { 'x-mcp-token': assistant.token },
    },
  };
}

async function made({ api }: Person, path: string, body?: object) {
  const answer = await api.post(path, body);
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** A notification address of the project. */
async function anAddressOf({ db }: TestNode, { id }: { id: number }) {
  const { rows } = await sql<{ id: number; listed: number }>`
    with address as (insert into mail_addresses (email) values (${anEmail()}) returning id, email)
    insert into notification_addresses (team_id, project_id, address_id, email)
    select team_id, projects.id, address.id, address.email from address, projects where projects.id = ${id}
    returning address_id as id, id as listed`.execute(db);
  return rows[0] as { id: number; listed: number };
}

async function aGivenUpJob({ db }: TestNode): Promise<number> {
  const values = { kind: 'send-invitation', payload: { invitation_id: 0 }, attempts: 10, last_error: 'No' };
  const { id } = await db
    .insertInto('jobs')
    .values({ ...values, run_at: sql`'infinity'` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An uploaded image and a pending one. */
async function anUploadedImage(
  node: TestNode,
  project: { api_key: string },
  bugId: number,
): Promise<{ id: number; next: number }> {
  const ask = (bug: number) => aSender(node, project).post(`/api/v1/bugs/${bug}/attachments`, anAttachment());
  const [{ body }, next] = await Promise.all([ask(bugId), aBug(node, project).then(ask)]);
  await upload({ ...body, upload_url: node.url + new URL(body.upload_url).pathname });
  return { id: body.id, next: next.body.id };
}

/** The fixture's id for this parameter of a route. */
export function idIn({ ids }: Fixture, route: Pick<Route, 'name' | 'path'>, name: string): number {
  const id = (route.path.startsWith('/api/v1/me/') ? ids[`me ${name}`] : undefined) ?? ids[name];
  if (id === undefined)
    throw new Error(
      `${route.name} takes "${name}", of which a fixture has none: add how one is made, and its id, to ` +
        'test/attacks/fixture.ts, so that the tests can attack with the id of another team.',
    );
  return id;
}

/** The token of a signed link in the path of a route. */
export function tokenIn({ tokens }: Fixture, { name, path }: Pick<Route, 'name' | 'path'>): string {
  const token = tokens[path.replace('{token}', '')];
  if (token === undefined)
    throw new Error(
      `${name} takes a token in its path, of which a fixture has none: add it to test/attacks/fixture.ts.`,
    );
  return token;
}
