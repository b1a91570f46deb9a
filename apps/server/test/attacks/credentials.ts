import { createSecretKey } from 'node:crypto';
import { scopes } from '@skep/vocabulary';
import { SignJWT, UnsecuredJWT } from 'jose';
import { signExpiringLink, signLink } from '../../src/auth/signed-links.ts';
import { aColleague, anAssistant, aPerson } from '../builders.ts';
import { secretKey, type TestNode } from '../harness.ts';
import type { Auth } from './document.ts';
import type { Fixture } from './fixture.ts';

export interface Credential {
  name: string;
  headers: Record<string, string>;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const asKey = (key: string) => ({ 'x-api-key': key });
const asToken = (token: string) => ({ 'x-mcp-token': token });

/** Valid credentials of users unrelated to the other fixture. */
export async function strangersOf(
  node: TestNode,
  ours: Fixture,
  theirs: Fixture,
): Promise<Record<Exclude<Auth, 'public'>, Credential[]>> {
  const operator = await aPerson(node);
  const rights = { is_operator: true, email_verified_at: new Date() };
  await node.db.updateTable('users').set(rights).where('id', '=', operator.id).execute();
  const former = await aColleague(node, theirs.owner);
  const formerAssistant = await anAssistant(node, former);
  const left = await theirs.owner.api.delete(`/api/v1/teams/${theirs.owner.teamId}/members/${former.id}`);
  if (left.status !== 204) throw new Error(`removing a member answered ${left.status}: ${left.text}`);
  const some = [scopes[0], scopes.at(-1) as string];
  const limited = await Promise.all(some.map((scope) => anAssistant(node, ours.owner, [scope])));
  const session = [
    { name: 'the owner of another team', headers: ours.credentials.session },
    { name: 'a member of another team', headers: bearer(ours.mate.token) },
    { name: 'a former member of the team', headers: bearer(former.token) },
  ];
  const token = [
    { name: "another team's assistant", headers: ours.credentials.token },
    { name: 'the assistant of a former member', headers: asToken(formerAssistant.token) },
    ...limited.map((each, index) => ({
      name: `another team's assistant that may ${some[index]}`,
      headers: asToken(each.token),
    })),
  ];
  return {
    session: [...session, { name: 'the operator of the installation', headers: bearer(operator.token) }],
    operator: session,
    key: [{ name: "another team's page", headers: ours.credentials.key }],
    token,
    mcp: [],
  };
}

/** Invalid credentials, and the fixture's own credentials of the wrong auth type, also in the right header. */
export async function invalidCredentialsFor(
  auth: Exclude<Auth, 'public'>,
  fixture: Fixture,
  forged: string[],
): Promise<Credential[]> {
  const { credentials } = fixture;
  const key = credentials.key['x-api-key'] as string;
  const token = credentials.token['x-mcp-token'] as string;
  const session = fixture.owner.token;
  const wrong: Record<typeof auth, string[]> = {
    session: [key, token],
    operator: [key, token],
    key: [session, token],
    token: [session, key],
    mcp: [session, key],
  };
  const elsewhere: Record<typeof auth, Record<string, string>> = {
    session: { ...asKey(key), ...asToken(token) },
    operator: { ...asKey(key), ...asToken(token) },
    key: { ...bearer(session), ...asToken(token) },
    token: { ...bearer(session), ...asKey(key) },
    mcp: asKey(key),
  };
  const inOwnHeader = (text: string) => {
    if (auth === 'key') return asKey(text);
    return auth === 'session' || auth === 'operator' ? bearer(text) : asToken(text);
  };
  const cookie = { cookie: `access_token=${session}; token=${session}; skep_oauth=${session}` };
  return [
    { name: 'the credentials of the other auth types, in their own headers', headers: elsewhere[auth] },
    { name: 'the session as a cookie', headers: cookie },
    ...[...wrong[auth], ...forged].map((text) => ({ name: text, headers: inOwnHeader(text) })),
  ];
}

/** Forged credentials that look valid for this fixture. */
export async function forgedCredentials(node: TestNode, { owner, credentials }: Fixture): Promise<string[]> {
  const subject = String(owner.id);
  const jwt = (alg = 'HS256', claims = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT' }).setSubject(subject);
  const sign = (unsigned: SignJWT, key = secretKey) => unsigned.sign(createSecretKey(Buffer.from(key)));
  const [head = '', payload = '', signature = ''] = owner.token.split('.');
  const revoked = await anAssistant(node, owner);
  await owner.api.delete(`/api/v1/me/mcp-tokens/${revoked.tokenId}`);
  const inAnHour = new Date(Date.now() + 3_600_000);
  return [
    '',
    'null',
    'nonsense',
    `${'A'.repeat(4_000)}.B.C`,
    `sk_${'0'.repeat(40)}`,
    `mcp_${'0'.repeat(40)}`,
    (credentials.key['x-api-key'] as string).toUpperCase(),
    (credentials.token['x-mcp-token'] as string).slice(0, -1),
    revoked.token,
    `${head}.${payload}.`,
    `${head}.${payload}.${signature.split('').toReversed().join('')}`,
    `${head}.${Buffer.from(`{"sub":"${subject}","iat":1,"exp":9999999999}`).toString('base64url')}.${signature}`,
    new UnsecuredJWT({}).setSubject(subject).setIssuedAt().setExpirationTime('1h').encode(),
    await sign(jwt().setIssuedAt('2h ago').setExpirationTime('1h ago')),
    await sign(jwt('HS512').setIssuedAt().setExpirationTime('1h'), secretKey.padEnd(64, ' ')),
    await sign(jwt('HS512').setIssuedAt().setExpirationTime('1h')),
    await sign(jwt().setIssuedAt().setExpirationTime('1h'), 'a secret key of somebody else entirely'),
    await sign(jwt().setExpirationTime('1h')),
    await sign(jwt().setIssuedAt()),
    signLink(secretKey, 'password-reset', owner.id),
    signLink(secretKey, 'invitation', owner.id),
    signExpiringLink(secretKey, 'email-verification', owner.id, inAnHour),
  ];
}
