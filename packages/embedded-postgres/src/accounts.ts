import { readFile } from 'node:fs/promises';
import { nullIfMissing } from './failures.ts';
import { runToEnd } from './run.ts';
import type { ServerUser } from './server-user.ts';

/** An account of this machine; undefined when there is none of this name. */
export async function findAccount(name: string): Promise<ServerUser | undefined> {
  const fields = await findEntry('/etc/passwd', name);
  // macOS writes the ids of nobody as -2.
  return fields && { name, uid: Number(fields[2]) >>> 0, gid: Number(fields[3]) >>> 0 };
}

async function findEntry(file: string, name: string): Promise<string[] | undefined> {
  const text = (await readFile(file, 'utf8').catch(nullIfMissing)) ?? '';
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .find((fields) => fields[0] === name);
}

/** Makes a system account that nobody can sign in to, or says why that cannot be done. */
export async function makeAccount(name: string): Promise<{ account: ServerUser } | { reason: string }> {
  const group = (await findEntry('/etc/group', name)) ? ['--gid', name] : ['--user-group'];
  const rest = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', name];
  const { output } = await runToEnd('/usr/sbin/useradd', ['--system', ...group, ...rest], null);
  // Another start may have made it a moment ago.
  const account = await findAccount(name);
  return account ? { account } : { reason: output.trim() };
}
