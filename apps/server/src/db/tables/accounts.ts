import type { Scope } from '@skep/vocabulary';
import type { Generated } from 'kysely';
import type { CreatedAt, SetByDatabase } from './column-types.ts';

export interface AccountTables {
  users: UsersTable;
  oauth_identities: OAuthIdentitiesTable;
  password_resets: PasswordResetsTable;
  mcp_tokens: McpTokensTable;
}

interface UsersTable {
  id: Generated<number>;
  email: string;
  name: string;
  password_hash: string | null;
  email_verified_at: Date | null;
  /** Access tokens with an earlier `iat` (in seconds) are void. */
  tokens_valid_from: SetByDatabase<number>;
  /** Whether they see and change what concerns the whole installation. */
  is_operator: SetByDatabase<boolean>;
  /** When they signed up or last signed in, to the day. */
  signed_in_at: SetByDatabase<Date>;
  created_at: CreatedAt;
}

interface OAuthIdentitiesTable {
  provider: string;
  subject: string;
  user_id: number;
  created_at: CreatedAt;
}

interface PasswordResetsTable {
  id: Generated<number>;
  user_id: number;
  created_at: CreatedAt;
  expires_at: Date;
}

interface McpTokensTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  scopes: Scope[];
  token_hash: Buffer;
  token_prefix: string;
  created_at: CreatedAt;
  last_used_at: Date | null;
}
