/** How long a lease holds without being renewed, and how often it is renewed and looked at. */
const leaseMs = 5_000;
const lookMs = 1_000;
/** When two tabs take a lease at the same moment, the last one has it: each looks again after this. */
const settleMs = 100;

interface Lease {
  holder: string;
  until: number;
}

/**
 * Like a Web Lock, for pages that are neither HTTPS nor localhost, where browsers have none: a lease in localStorage. Timers of
 * hidden tabs are slow, so a lease can pass to another tab while its holder still believes in it. Then both read a stream for
 * a while, which costs a connection and nothing else.
 */
export async function holdLease(
  name: string,
  { steal, signal }: { steal: boolean; signal: AbortSignal },
  until: () => Promise<void>,
): Promise<void> {
  const holder = Math.random().toString(36).slice(2);
  const read = () => JSON.parse(localStorage.getItem(name) ?? 'null') as Lease | null;
  const write = () => localStorage.setItem(name, JSON.stringify({ holder, until: Date.now() + leaseMs }));
  const isMine = () => read()?.holder === holder;
  const release = () => isMine() && localStorage.removeItem(name);

  const isFree = () => (read()?.until ?? 0) < Date.now();

  let mayTake = steal || isFree();
  while (!mayTake || !(await take())) {
    await pause(lookMs);
    signal.throwIfAborted();
    mayTake = isFree();
  }

  async function take(): Promise<boolean> {
    write();
    await pause(settleMs);
    return isMine();
  }

  addEventListener('pagehide', release);
  let renewing: ReturnType<typeof setInterval> | undefined;
  const lost = new Promise<never>((_resolve, reject) => {
    renewing = setInterval(
      () => (isMine() ? write() : reject(new Error('Another tab has the lease'))),
      lookMs,
    );
  });
  try {
    await Promise.race([until(), lost]);
  } finally {
    clearInterval(renewing);
    removeEventListener('pagehide', release);
    release();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
