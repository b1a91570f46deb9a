import type { components } from '@skep/client';
import { scopes } from '@skep/vocabulary';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { given } from '../../catalogue/given.ts';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { Text } from '../../components/text.tsx';
import { TextField } from '../../components/text-field.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { ask } from '../parts/confirm.tsx';
import { Check, Choices } from '../parts/fields.tsx';
import { Loads } from '../parts/loads.tsx';
import { named } from '../parts/named.ts';
import { Row, Rows } from '../parts/rows.tsx';
import { Secret } from '../parts/secret.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';
import { SetUp } from './set-up.tsx';
import { MePage } from './shell.tsx';

type Token = components['schemas']['McpToken'];
type Scope = Token['scopes'][number];

const readOnly = scopes.filter((scope) => scope.startsWith('read:'));

/** Description of each scope. */
const scopeWords: Record<Scope, string> = {
  'read:bugs': 'Read bugs',
  'write:bugs': 'Update bugs: status, severity, assignee, comments, labels',
  'read:honeycombs': 'Read projects and their API keys',
  'read:teams': 'Read teams and statistics',
  'read:labels': 'Read labels',
  'write:labels': 'Create, edit and delete labels',
};

const tokensQuery = queryOptions({
  queryKey: ['me', 'mcp-tokens'],
  queryFn: async ({ signal }) => (await given(api.GET('/api/v1/me/mcp-tokens', { signal }))).items,
});

/** MCP tokens and setup snippets for common clients. */
export const McpTokens = () => <MePage>{() => <Tokens />}</MePage>;

function Tokens() {
  const query = useQuery(tokensQuery);
  const { send } = useChange(tokensQuery.queryKey);
  const [made, setMade] = useState<{ name: string; token: string }>();
  const revoke = ({ id, name }: Token) =>
    ask({
      title: `Revoke token ${named(name)}?`,
      label: 'Revoke token',
      children: <p>Assistants that use this token lose access immediately. This cannot be undone.</p>,
      act: async () => {
        const answer = await send(
          api.DELETE('/api/v1/me/mcp-tokens/{token_id}', { params: { path: { token_id: id } } }),
        );
        if (!answer.ok) return answer.error;
        toasts.show({ text: `Revoked token ${named(name)}` });
      },
    });
  return (
    <>
      <Section
        title="Tokens"
        about="Let an assistant such as Claude work on bugs on your behalf, in all your teams."
      >
        {made && (
          <Secret
            title={`Your new token ${named(made.name)}`}
            what="token"
            secret={made.token}
            onDone={() => setMade(undefined)}
          >
            <SetUp token={made.token} />
          </Secret>
        )}
        <Loads query={query} what="tokens">
          {(tokens) => (
            <Rows label="Tokens" empty="No tokens yet. Create one to connect an assistant.">
              {tokens.map((token) => (
                <Row
                  key={token.id}
                  title={<Text>{token.name}</Text>}
                  about={
                    <>
                      <code>{token.token_prefix}…</code> · {token.scopes.join(', ')} ·{' '}
                      {token.last_used_at ? (
                        <>
                          last used <TimeAgo at={token.last_used_at} />
                        </>
                      ) : (
                        'never used'
                      )}
                    </>
                  }
                  end={
                    <Button
                      kind="quietDanger"
                      onClick={() => revoke(token)}
                      aria-label={`Revoke ${named(token.name)}`}
                    >
                      Revoke…
                    </Button>
                  }
                />
              ))}
            </Rows>
          )}
        </Loads>
      </Section>
      <Section
        title="New token"
        about="Read access is enough to find and explain bugs. Reports are untrusted text and can contain prompt injection: grant write access only if you review what the assistant does."
      >
        <NewToken onMade={setMade} />
      </Section>
      {!made && (
        <Section
          title="Setup"
          about="After you create a token, these snippets include it. The token is shown only once."
        >
          <SetUp token="mcp_YOUR_TOKEN" />
        </Section>
      )}
    </>
  );
}

function NewToken({ onMade }: { onMade: (made: { name: string; token: string }) => void }) {
  const { send } = useChange(tokensQuery.queryKey);
  const [chosen, setChosen] = useState<readonly Scope[]>(readOnly);
  const create = async ({ name = '' }) => {
    const body = { name: name.trim(), scopes: scopes.filter((scope) => chosen.includes(scope)) };
    const answer = await send(api.POST('/api/v1/me/mcp-tokens', { body }));
    if (!answer.ok) return answer.error;
    setChosen(readOnly);
    onMade(answer.data);
  };
  return (
    <Form
      label="Create token"
      isPart
      isCleared
      check={({ name = '' }) => ({
        ...(name.trim() === '' && { name: 'Enter a name.' }),
        ...(chosen.length === 0 && { scopes: 'Select at least one scope.' }),
      })}
      send={create}
    >
      {(wrong) => (
        <>
          <TextField
            label="Name"
            name="name"
            placeholder="Claude on my laptop"
            maxLength={100}
            autoComplete="off"
            error={wrong.name}
          />
          <Choices legend="Scopes" error={wrong.scopes}>
            {scopes.map((scope) => (
              <Check
                key={scope}
                name="scopes"
                checked={chosen.includes(scope)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
                }
              >
                {scopeWords[scope]}
              </Check>
            ))}
          </Choices>
        </>
      )}
    </Form>
  );
}
