import { randomInt } from 'node:crypto';
import { scopes as everyScope } from '@skep/vocabulary';
import { signLink } from '../src/auth/signed-links.ts';
import { inTransaction } from '../src/db/transaction.ts';
import { createAccount, issueSession } from '../src/features/accounts/sign-in.ts';
import { upsertInvitation } from '../src/features/invitations/operations.ts';
import { markVerified } from '../src/features/users/queries.ts';
import type { Client } from './client.ts';
import type { TestNode } from './harness.ts';

/** Somebody with an account and a first team. */
export interface Person {
  email: string;
  password: string;
  id: number;
  teamId: number;
  token: string;
  /** Sends requests in this person's name. */
  api: Client;
}

let count = 0;

export const anEmail = () => `person-${++count}@example.com`;

/** An e-mail address that nobody else in the run has, so that no two tests share the limits of an address. */
export const anAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** Somebody who signs up at the front door, or, with nothing particular to say there, is stored as that would do it. */
export async function aPerson(node: TestNode, values: Record<string, unknown> = {}): Promise<Person> {
  const input = { email: anEmail(), password: usualPassword, ...values };
  const enter = Object.keys(values).length > 0 ? signUp : storeAccount;
  const token = await enter(node, input);
  const api = node.anyone.with({ authorization: `Bearer ${token}` });
  const [me, teams] = await Promise.all([api.get('/api/v1/me'), api.get('/api/v1/teams')]);
  return { ...input, id: me.body.id, teamId: teams.body.items.at(-1).id, token, api };
}

/** Somebody whose email address is verified, and who may invite others where email is configured. */
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

/** Hashing takes longer than all the rest of a signup: it is done once for everybody's usual password. */
async function storeAccount({ context, db }: TestNode, { email }: { email: string }): Promise<string> {
  usualHash ??= context.passwords.hash(usualPassword, 'tests');
  const values = { email, passwordHash: await usualHash, emailVerified: false };
  const account = await inTransaction(db, (trx) => createAccount(context, trx, values));
  return (await issueSession(context, account)).access_token;
}

/** Creates a project in the person's first team, and returns it as the service answered. */
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

/** Reports a bug to the project, and returns its id. */
export async function aBug(
  node: TestNode,
  project: { api_key: string },
  values: Record<string, unknown> = {},
): Promise<number> {
  const created = await aSender(node, project).post('/api/v1/bugs', aReport(values));
  if (created.status !== 201) throw new Error(`reporting answered ${created.status}: ${created.text}`);
  return created.body.id;
}

/** Adds a team of the person's past the API, because a test may need more teams than a user can found. */
export async function storeTeam({ db }: TestNode, { id }: Person): Promise<number> {
  const values = { name: 'Bees', slug: `bees-${++count}`, plan: 'free' } as const;
  const team = await db.insertInto('teams').values(values).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('memberships').values({ team_id: team.id, user_id: id, origin: 'founder' }).execute();
  return team.id;
}

/** Makes somebody else, and a member of the person's first team. */
export async function aColleague(node: TestNode, person: Pick<Person, 'id' | 'teamId'>): Promise<Person> {
  const colleague = await aPerson(node);
  await joinTeam(node, person, colleague);
  return colleague;
}

/** Invites somebody to the person's first team; answers the token of the link in a mail that is not sent. */
export async function anInvitation(
  { context }: TestNode,
  { id, teamId }: Pick<Person, 'id' | 'teamId'>,
  { email }: Pick<Person, 'email'>,
): Promise<string> {
  const invitation = await upsertInvitation(context.pools.main, { team_id: teamId, email, invited_by: id });
  return signLink(context.secretKey, 'invitation', invitation);
}

/** Makes somebody a member of the person's first team. */
export async function joinTeam(
  node: TestNode,
  person: Pick<Person, 'id' | 'teamId'>,
  { api, email }: Person,
): Promise<void> {
  const token = await anInvitation(node, person, { email });
  const joined = await api.post('/api/v1/invitations/accept', { token });
  if (joined.status !== 200) throw new Error(`joining a team answered ${joined.status}: ${joined.text}`);
}

/** An assistant with an MCP token of the person's. */
export interface Assistant {
  tokenId: number;
  token: string;
  /** Sends requests with the token. */
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
