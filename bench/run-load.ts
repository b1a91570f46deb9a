import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { LoadPlan, LoadResult } from './load.ts';

const script = fileURLToPath(new URL('./load.ts', import.meta.url));

export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(plan));
  return JSON.parse(await text(child.stdout));
}
