import { Socket } from 'node:net';
import pg from 'pg';
import { currentSpan } from '../tracing/cause.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { CommitsStalled } from './errors.ts';
import { isReadOnlyServer, readOnlyServer, type Servers } from './servers.ts';
import { statementName } from './statements.ts';
import { databaseTimeouts } from './timeouts.ts';

export interface ClientOptions {
  toConnectionString?: (url: string) => string;
  /** True while commits wait for a synchronous standby: writes are rejected. */
  areCommitsStalled?: (() => boolean) | undefined;
  keepsStatements?: boolean | undefined;
  /** Abandon a statement and its connection after this long without a response; 0 means never. */
  silenceMs?: number;
  tracer?: Tracer | null | undefined;
}

interface LostStatement extends Error {
  mayHaveCommitted?: boolean;
}

export const mayHaveCommitted = (error: unknown): boolean =>
  (error as LostStatement | undefined)?.mayHaveCommitted === true;

type Callback = (error: Error | null | undefined, ...results: unknown[]) => void;

const writing =
  /^\s*(insert|update|delete|merge|truncate|create|alter|drop|with\b.*\b(insert into|update|delete from))\b/is;

/** Tracks whether the running statement may have committed when the connection is lost. */
export class ServerClient extends pg.Client {
  readonly #servers: Servers;
  readonly #url: string;
  readonly #options: ClientOptions;
  readonly #socket: Socket;
  #active: { mayCommit: boolean } | undefined;
  #isUnconfirmed = false;
  #isLost = false;

  constructor(config: pg.ClientConfig, servers: Servers, options: ClientOptions = {}) {
    const { toConnectionString = (url: string) => url, silenceMs = 0 } = options;
    const url = servers.current();
    const socket = new Socket();
    super({
      ...config,
      connectionString: toConnectionString(url),
      // A pool may let callers wait longer than a single server deserves.
      connectionTimeoutMillis: Math.min(config.connectionTimeoutMillis ?? 0, databaseTimeouts.connectionMs),
      stream: () => socket,
    });
    this.#servers = servers;
    this.#url = url;
    this.#options = options;
    this.#socket = socket;
    for (const event of ['error', 'end'] as const)
      this.on(event, () => {
        this.#isLost = true;
      });
    this.on('notice', ({ routine }) => {
      // Someone cancelled the wait for the synchronous standby. The server reports success although only the primary has the
      // commit.
      if (routine === 'SyncRepWaitForLSN') this.#isUnconfirmed = true;
    });
    if (silenceMs > 0) socket.setTimeout(silenceMs).on('timeout', () => this.giveUp());
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error?: Error) => void): void;
  override connect(callback?: (error?: Error) => void) {
    const connecting = this.#connectToWritable();
    if (!callback) return connecting;
    connecting.then(() => callback(), callback);
  }

  async #connectToWritable(): Promise<pg.Client> {
    try {
      await super.connect();
      const { rows } = await this.query('show transaction_read_only');
      if (rows[0].transaction_read_only === 'on') throw readOnlyServer();
      return this;
    } catch (error) {
      this.leaveServer();
      throw error;
    }
  }

  leaveServer(): void {
    this.#servers.moveOnFrom(this.#url);
    this.hangUp();
  }

  hangUp(error?: Error): void {
    this.#socket.destroy(error);
  }

  /** Never cancels the statement: a commit waiting for a synchronous standby would then be committed on the primary alone. */
  giveUp(): void {
    if (this.#active) this.hangUp(new Error('Connection terminated: the database does not respond'));
  }

  giveUpCommit(): void {
    if (this.#active?.mayCommit) this.giveUp();
  }

  /** A running statement may still succeed, so it is left alone. */
  closeIfIdle(): void {
    if (!this.#active && this.getTransactionStatus() === 'I') this.hangUp();
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver has nine overloads, of which this is the common form
  override query(...given: any[]): any {
    const [statement] = given;
    // COPY statements are streams.
    if (typeof statement?.submit === 'function') return super.query(statement);
    const text: string = typeof statement === 'string' ? statement : statement.text;
    const callback = typeof given.at(-1) === 'function' ? (given.pop() as Callback) : undefined;
    const running = this.#run(text, given);
    if (!callback) return running;
    running.then(
      (result) => callback(null, result),
      (error) => callback(error),
    );
  }

  async #run(text: string, given: unknown[]): Promise<unknown> {
    const { areCommitsStalled, keepsStatements, tracer } = this.#options;
    // Each stalled commit would occupy a server connection until the standby returns, even after the client gave up.
    if (areCommitsStalled?.() && writing.test(text)) throw new CommitsStalled();
    const name = keepsStatements && typeof given[0] === 'string' ? statementName(text) : undefined;
    const query = name === undefined ? given : [{ name, text, values: given[1] }];
    const endSpan = tracer ? beginSpan(tracer, text) : undefined;
    const active = { mayCommit: !this.#isLost && mayCommit(text, this.getTransactionStatus()) };
    this.#active = active;
    try {
      const result = await (super.query as (...given: unknown[]) => Promise<unknown>)(...query);
      this.#requireConfirmed();
      endSpan?.();
      return result;
    } catch (error) {
      endSpan?.((error as Error).message);
      this.#requireConfirmed();
      if (isReadOnlyServer(error)) this.#closeWhenReleased();
      // An error from the server means that nothing was committed.
      if (!(error instanceof pg.DatabaseError))
        (error as LostStatement).mayHaveCommitted ??= active.mayCommit;
      throw error;
    } finally {
      if (this.#active === active) this.#active = undefined;
    }
  }

  #requireConfirmed(): void {
    if (!this.#isUnconfirmed) return;
    this.hangUp();
    const error: LostStatement = new Error('Connection terminated: no standby confirmed the commit');
    error.mayHaveCommitted = true;
    throw error;
  }

  /** Removes the connection from the pool after its server refused to write, so that the next one can find the primary. */
  #closeWhenReleased(): void {
    const client = this as unknown as Partial<pg.PoolClient>;
    const { release } = client;
    if (release) client.release = () => release(true);
  }
}

/** In a transaction only COMMIT is final. Outside, every statement commits by itself. */
function mayCommit(text: string, transaction: string | null): boolean {
  if (transaction === 'T') return /^\s*(commit|end)\b/i.test(text);
  return !/^\s*(select|begin|start|rollback|show|set)\b/i.test(text);
}

const maxTextLength = 2_000;

/** Adds a span for the statement, without its parameters. */
function beginSpan(tracer: Tracer, text: string): ((error?: string) => void) | undefined {
  const parent = currentSpan();
  if (!parent?.isSampled) return undefined;
  const span = tracer.begin(/\w+/.exec(text)?.[0].toUpperCase() ?? 'SQL', {
    kind: 'client',
    parent: parent.context,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.trim().slice(0, maxTextLength) },
  });
  return (error) => span.end({ error });
}
