import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { aProject, type Person } from './builders.ts';
import type { TestNode } from './harness.ts';
import { bees } from './samples.ts';
import { storeBug } from './stored-bugs.ts';

/** A list of eight megabytes, more than connection buffers hold. */
export async function aLargeList(node: TestNode, person: Person): Promise<string> {
  const bugId = await storeBug(node, await aProject(person));
  await sql`
    insert into comments (team_id, bug_id, author_id, body, via)
    select ${person.teamId}, ${bugId}, ${person.id}, ${bees(10_000)}, 'dashboard' from generate_series(1, 200)`.execute(
    node.db,
  );
  return `/api/v1/bugs-admin/${bugId}/comments?limit=200`;
}

export const aRequest = ({ token }: Person, path: string, head = 'GET') =>
  `${head} ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n`;

/** A connection that sends this text and reads nothing until resumed. */
export function sendUnread({ url }: TestNode, text: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {}).pause();
  socket.write(text);
  onTestFinished(() => void socket.destroy());
  return socket;
}
