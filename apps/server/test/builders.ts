import { randomInt } from 'node:crypto';
import { scopes as everyScope } from '@skep/vocabulary';
import { signLink } from '../src/auth/signed-links.ts';
import { inTransaction } from '../src/db/transaction.ts';
import { createAccount, issueSession } from '../src/features/accounts/sign-in.ts';
import { upsertInvitation } from '../src/features/invitations/operations.ts';
import { markVerified } from '../src/features/users/queries.ts';
import type { Client } from './client.ts';
import type { TestNode } from './harness.ts';

/** A user with an account and a first team. */
export interface Person {
  email: string;
  password: string;
  id: number;
  teamId: number;
  token: string;
  /** Sends requests as this user. */
  api: Client;
}

let count = 0;

export const anEmail = () => `person-${++count}@example.com`;

/** Unique per run, so that tests do not share rate limits. */
export const anAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** Creates a user through the API if values are given, otherwise directly in the database. */
export async function aPerson(node: TestNode, values: Record<string, unknown> = {}): Promise<Person> {
  const input = { email: anEmail(), password: usualPassword, ...values };
  const enter = Object.keys(values).length > 0 ? signUp : storeAccount;
  const token = await enter(node, input);
  const api = node.anyone.with({ authorization: `Bearer ${token}` });
  const [me, teams] = await Promise.all([api.get('/api/v1/me'), api.get('/api/v1/teams')]);
  return { ...input, id: me.body.id, teamId: teams.body.items.at(-1).id, token, api };
}

/** A user with a verified address, who can invite others. */
export async function aVerifiedPerson(node: TestNode, values: Record<string, unknown> = {}): Promise<Person> {
  const person = await aPerson(node, values);
  await markVerified(node.db, person.id);
  return person;
}

const usualPassword = 'correct horse battery';

async function signUp(node: TestNode, input: object): Promise<string> {
  const signup = await node.anyone.post('/api/v1/auth/signup', input, { 'x-forwarded-for': anAddress() });
  if (signup.status !== 201) throw new Error(`signup answered ${signup.status}: ${signup.text}`);
  return signup.body.access_token;
}

let usualHash: Promise<string> | undefined;

/** Hashing takes most of a sign-up, so the default password is hashed once. */
async function storeAccount({ context, db }: TestNode, { email }: { email: string }): Promise<string> {
  usualHash ??= context.passwords.hash(usualPassword, 'tests');
  const values = { email, passwordHash: await usualHash, emailVerified: false };
  const account = await inTransaction(db, (trx) => createAccount(context, trx, values));
  return (await issueSession(context, account)).access_token;
}

/** Creates a project in the user's first team and returns the response body. */
export async function aProject(person: Person, values: Record<string, unknown> = {}) {
  const created = await person.api.post('/api/v1/projects', {
    team_id: person.teamId,
    name: 'Website',
    ...values,
  });
  if (created.status !== 201)
    throw new Error(`creating a project answered ${created.status}: ${created.text}`);
  return created.body;
}

/** A client that sends reports with the project's key. */
export function aSender(node: TestNode, project: { api_key: string }): Client {
  return node.anyone.with({ 'x-api-key': project.api_key });
}

export const aReport = (values: Record<string, unknown> = {}) => ({
  title: 'Checkout button does nothing',
  description: 'I press "Pay" and nothing happens.',
  ...values,
});

/** Reports a bug and returns its id. */
export async function aBug(
  node: TestNode,
  project: { api_key: string },
  values: Record<string, unknown> = {},
): Promise<number> {
  const created = await aSender(node, project).post('/api/v1/bugs', aReport(values));
  if (created.status !== 201) throw new Error(`reporting answered ${created.status}: ${created.text}`);
  return created.body.id;
}

/** Inserts a team directly, because a test may need more teams than a user can create. */
export async function storeTeam({ db }: TestNode, { id }: Person): Promise<number> {
  const values = { name: 'Bees', slug: `bees-${++count}`, plan: 'free' } as const;
  const team = await db.insertInto('teams').values(values).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('memberships').values({ team_id: team.id, user_id: id, origin: 'founder' }).execute();
  return team.id;
}

/** Creates another user in the person's first team. */
export async function aColleague(node: TestNode, person: Pick<Person, 'id' | 'teamId'>): Promise<Person> {
  const colleague = await aPerson(node);
  await joinTeam(node, person, colleague);
  return colleague;
}

/** Invites an address to the person's first team. Returns the token of an emailed link. */
export async function anInvitation(
  { context }: TestNode,
  { id, teamId }: Pick<Person, 'id' | 'teamId'>,
  { email }: Pick<Person, 'email'>,
): Promise<string> {
  const invitation = await upsertInvitation(context.pools.main, { team_id: teamId, email, invited_by: id });
  return signLink(context.secretKey, 'invitation', invitation);
}

export async function joinTeam(
  node: TestNode,
  person: Pick<Person, 'id' | 'teamId'>,
  { api, email }: Person,
): Promise<void> {
  const token = await anInvitation(node, person, { email });
  const joined = await api.post('/api/v1/invitations/accept', { token });
  if (joined.status !== 200) throw new Error(`joining a team answered ${joined.status}: ${joined.text}`);
}

/** An assistant with an MCP token. */
export interface Assistant {
  tokenId: number;
  token: string;
  api: Client;
}

export async function anAssistant(
  node: TestNode,
  person: Pick<Person, 'api'>,
  scopes: readonly string[] = everyScope,
): Promise<Assistant> {
  const minted = await person.api.post('/api/v1/me/mcp-tokens', { name: 'Claude', scopes });
  if (minted.status !== 201) throw new Error(`minting a token answered ${minted.status}: ${minted.text}`);
  const { id: tokenId, token } = minted.body;
  return { tokenId, token, api: node.anyone.with({ 'x-mcp-token': token }) };
}
