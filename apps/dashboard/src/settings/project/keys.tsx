import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { Text } from '../../components/text.tsx';
import { TextField } from '../../components/text-field.tsx';
import { Time } from '../../components/time.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { ask } from '../parts/confirm.tsx';
import { Loads } from '../parts/loads.tsx';
import { named } from '../parts/named.ts';
import { Row, Rows } from '../parts/rows.tsx';
import { Secret } from '../parts/secret.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';
import { inProject, keysQuery } from './queries.ts';

/** Keys beside the first one, which can be taken back one by one. */
export function Keys({ project }: { project: number }) {
  const query = useQuery(keysQuery(project));
  const { send } = useChange(keysQuery(project).queryKey);
  const [made, setMade] = useState<{ name: string; api_key: string }>();

  const create = async ({ name = '' }) => {
    const body = { name: name.trim() };
    const answer = await send(
      api.POST('/api/v1/projects/{project_id}/api-keys', { ...inProject(project), body }),
    );
    if (!answer.ok) return answer.error;
    setMade(answer.data);
  };
  const revoke = ({ id, name }: { id: number; name: string }) =>
    ask({
      title: `Revoke the key ${named(name)}?`,
      label: 'Revoke it',
      children: <p>Whatever sends reports with it is refused within a second. It cannot be had back.</p>,
      act: async () => {
        const path = { project_id: project, key_id: id };
        const answer = await send(
          api.DELETE('/api/v1/projects/{project_id}/api-keys/{key_id}', { params: { path } }),
        );
        if (!answer.ok) return answer.error;
        toasts.show({ text: `Revoked the key ${named(name)}` });
      },
    });

  return (
    <Section
      title="Additional keys"
      about="One for each app or server: when one leaks, you revoke it and nothing else stops."
    >
      {made && (
        <Secret
          title={`The key ${named(made.name)}`}
          what="the key"
          secret={made.api_key}
          onDone={() => setMade(undefined)}
        />
      )}
      <Loads query={query} what="The keys">
        {(keys) => (
          <Rows label="Additional keys" empty="None so far: everything sends with the key above.">
            {keys.map((key) => (
              <Row
                key={key.id}
                title={<Text>{key.name}</Text>}
                about={
                  <>
                    <code>{key.key_prefix}…</code> ·{' '}
                    {key.last_used_at ? (
                      <>
                        last used <Time at={key.last_used_at} />
                      </>
                    ) : (
                      'never used'
                    )}
                  </>
                }
                end={
                  <Button kind="quiet" onClick={() => revoke(key)} aria-label={`Revoke ${named(key.name)}`}>
                    Revoke…
                  </Button>
                }
              />
            ))}
          </Rows>
        )}
      </Loads>
      <Form
        label="Make a key"
        isPart
        isCleared
        check={({ name = '' }) => (name.trim() ? {} : { name: 'Give it a name.' })}
        send={create}
      >
        {(wrong) => (
          <TextField
            label="Name of a new key"
            name="name"
            placeholder="CI"
            maxLength={200}
            autoComplete="off"
            error={wrong.name}
          />
        )}
      </Form>
    </Section>
  );
}
