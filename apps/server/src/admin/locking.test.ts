import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { anAddress, anAssistant, aPerson } from '../../test/builders.ts';
import { countDeadlocks } from '../../test/deadlocks.ts';
import { createDatabase, startNode } from '../../test/harness.ts';
import { hold, whenBlocked } from '../../test/hold.ts';
import { signLink } from '../auth/signed-links.ts';
import { insertPasswordReset } from '../features/accounts/password-reset.ts';
import { resetPassword } from '../features/operator/users.ts';

it('the operator resets a password while the user does', async () => {
  const database = await createDatabase();
  const node = await startNode(database);
  const ada = await aPerson(node);
  await anAssistant(node, ada);
  const { tokenId } = await anAssistant(node, ada);
  const reset = (await insertPasswordReset(node.db, ada.id, 1)) as number;
  const body = {
    token: signLink(node.context.secretKey, 'password-reset', reset),
    password: 'a better horse',
  };

  // The command holds the second token, and the request waits for it.
  const release = await hold(node, (trx) =>
    sql`select from mcp_tokens where id = ${tokenId} for update`.execute(trx),
  );
  const byOperator = resetPassword(node.context, ada.email);
  await whenBlocked(node);
  const byUser = node.anyone.post('/api/v1/auth/password-reset/confirm', body, {
    'x-forwarded-for': anAddress(),
  });
  await whenBlocked(node, 2);
  await release();
  expect(await byOperator).toMatchObject({ email: ada.email });
  // The command revoked the link.
  expect((await byUser).status).toBe(422);
  await node.stop();
  expect(await countDeadlocks(database)).toBe(0);
});
