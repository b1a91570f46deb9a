import { jobKinds } from '../src/background.ts';
import type { TestNode } from './harness.ts';

export async function cleanUp({ context }: TestNode): Promise<void> {
  for (const kind of ['clean-up', 'clean-up-attachments'])
    await jobKinds[kind]?.run(context, {}, new AbortController().signal);
}
