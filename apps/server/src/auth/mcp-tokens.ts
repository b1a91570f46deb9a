import type { Scope } from '@skep/vocabulary';
import type { Logger } from 'pino';
import type { Database } from '../db/connection.ts';
import { findMcpToken, touchMcpToken } from './queries.ts';
import { hashSecret } from './secrets.ts';

/** What a valid MCP token grants: these scopes, as this user, in these teams. */
export interface McpGrant {
  id: number;
  name: string;
  scopes: Scope[];
  user_id: number;
  team_ids: number[];
}

export type ReadMcpToken = (token: unknown) => Promise<McpGrant | undefined>;

/**
 * Looks tokens up by their hash; a token that is missing, malformed, unknown or revoked gives undefined. Nothing is cached,
 * so a revoked token is void at once, on every node.
 */
export function createMcpTokenReader(db: Database, log: Logger): ReadMcpToken {
  const beingTouched = new Set<number>();

  /** The time of a token's last use is written at most once a minute, and no request waits for it. */
  function touchInBackground(id: number): void {
    if (beingTouched.has(id)) return;
    beingTouched.add(id);
    touchMcpToken(db, id)
      .catch((error) => log.warn({ err: error }, 'last use of an MCP token could not be written'))
      .finally(() => beingTouched.delete(id));
  }

  return async (token) => {
    if (typeof token !== 'string' || !/^mcp_[\x21-\x7e]{1,100}$/.test(token)) return undefined;
    const found = await findMcpToken(db, hashSecret(token));
    if (found && !found.is_touched) touchInBackground(found.id);
    return found;
  };
}
