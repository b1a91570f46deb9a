-- Accounts, sign-in methods and MCP tokens.

-- Email addresses are compared with ASCII case folding only. lower() in the database's locale also folds the Kelvin sign to "k"
-- and "İ" to "i", which would merge two people's accounts.
create function fold_ascii(text) returns text immutable strict parallel safe return lower($1 collate "C");

create table users (
  id bigint generated always as identity primary key,
  email text not null,
  name text not null,
  -- Null for users who only sign in with an OAuth provider.
  password_hash text,
  email_verified_at timestamptz(3),
  -- Access tokens issued before this time (Unix seconds) are revoked.
  tokens_valid_from bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  -- Only the admin command sets this.
  is_operator boolean not null default false,
  -- Precise to the day.
  signed_in_at timestamptz(3) not null default now()
);
create unique index users_email_key on users (fold_ascii(email));

create table oauth_identities (
  provider text not null,
  subject text not null,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (provider, subject)
);
create index oauth_identities_user on oauth_identities (user_id);

-- The emailed link holds the signed id, so no secret is stored.
create table password_resets (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index password_resets_user on password_resets (user_id);

create table mcp_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  scopes text[] not null,
  -- The token itself is shown once and never stored.
  token_hash bytea not null constraint mcp_tokens_hash_key unique,
  token_prefix text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index mcp_tokens_user on mcp_tokens (user_id);
