import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Remote procedures of the client process. Results must be structured-cloneable. */
// biome-ignore lint/suspicious/noExplicitAny: each handler has its own types
export type Handlers = Record<string, (argument: any) => unknown>;

type Argument<H extends Handlers, K extends keyof H> = Parameters<H[K]>[0];
type Result<H extends Handlers, K extends keyof H> = Promise<Awaited<ReturnType<H[K]>>>;

export interface Clients<H extends Handlers> {
  call<K extends keyof H & string>(name: K, argument: Argument<H, K>): Result<H, K>;
  stop(): Promise<void>;
}

/** Starts a separate process for streams and receivers, so that making changes does not delay them. */
export function startClients<H extends Handlers>(file: string): Clients<H> {
  const child: ChildProcess = fork(fileURLToPath(new URL(file, import.meta.url)));
  const waiting = new Map<number, (message: { value?: unknown; error?: string }) => void>();
  let count = 0;
  child.on('message', (message: { id: number; value?: unknown; error?: string }) => {
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  child.on('exit', () => {
    for (const settle of waiting.values()) settle({ error: 'The client process has exited' });
  });
  return {
    call(name, argument) {
      const id = count++;
      child.send({ id, name, argument });
      return new Promise((resolve, reject) => {
        waiting.set(id, ({ value, error }) =>
          error === undefined ? resolve(value as never) : reject(new Error(error)),
        );
      });
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Serves calls in the client process. */
export function serveHandlers(handlers: Handlers): void {
  process.on('message', async ({ id, name, argument }: { id: number; name: string; argument: unknown }) => {
    try {
      process.send?.({ id, value: await handlers[name]?.(argument) });
    } catch (error) {
      process.send?.({ id, error: String(error) });
    }
  });
  process.on('disconnect', () => process.exit());
}
