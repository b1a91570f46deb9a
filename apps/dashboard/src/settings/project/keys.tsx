import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '../../components/form.tsx';
import { TextField } from '../../components/text-field.tsx';
import { api } from '../../session/api.ts';
import { Loads } from '../parts/loads.tsx';
import { named } from '../parts/named.ts';
import { Rows } from '../parts/rows.tsx';
import { Secret } from '../parts/secret.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';
import { KeyRow } from './key-row.tsx';
import { inProject, keysQuery } from './queries.ts';

/** Additional keys, which can be revoked one by one. */
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

  return (
    <Section
      title="Additional keys"
      about="Use a separate key for each app or server, so that you can revoke one without affecting the others."
    >
      {made && (
        <Secret
          title={`Your new key ${named(made.name)}`}
          what="key"
          secret={made.api_key}
          onDone={() => setMade(undefined)}
        />
      )}
      <Loads query={query} what="keys">
        {(keys) => (
          <Rows label="Additional keys" empty="No additional keys">
            {keys.map((key) => (
              <KeyRow key={key.id} project={project} apiKey={key} />
            ))}
          </Rows>
        )}
      </Loads>
      <Form
        label="Create key"
        kind="plain"
        isPart
        isCleared
        check={({ name = '' }) => (name.trim() ? {} : { name: 'Enter a name.' })}
        send={create}
      >
        {(wrong) => (
          <TextField
            label="Key name"
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
