import { expect, it } from 'vitest';
import { startService } from '../../test/harness.ts';
import { signLink } from './signed-links.ts';

const node = await startService();

it.each([
  `1.${'é'.repeat(43)}`,
  `1.${'\u0100'.repeat(43)}`,
  '1.',
  '.',
  `99999999999999999999.${'a'.repeat(43)}`,
  `1e3.${'a'.repeat(43)}`,
  signLink(node.context.secretKey, 'invitation', 1),
  signLink('a secret key of somebody else entirely', 'password-reset', 1),
])('a link that was not made here for this purpose is refused: %s', async (token) => {
  const body = { token, password: 'correct horse battery' };
  const answer = await node.anyone.post('/api/v1/auth/password-reset/confirm', body);
  expect(answer.status).toBe(422);
  expect(answer.body.errors[0].field).toBe('token');
});
