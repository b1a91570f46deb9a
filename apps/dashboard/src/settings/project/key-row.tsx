import type { components } from '@skep/client';
import { useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { Text } from '../../components/text.tsx';
import { TextField } from '../../components/text-field.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { ask } from '../parts/confirm.tsx';
import { named } from '../parts/named.ts';
import { Row } from '../parts/rows.tsx';
import { useChange } from '../parts/use-change.ts';
import { keysQuery } from './queries.ts';

interface Props {
  project: number;
  apiKey: components['schemas']['ApiKey'];
}

/** An additional key with its actions. The key itself is shown only when it is created. */
export function KeyRow({ project, apiKey: { id, name, key_prefix, last_used_at } }: Props) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const { send } = useChange(keysQuery(project).queryKey);
  const at = { params: { path: { project_id: project, key_id: id } } };
  const rename = async (values: { name?: string }) => {
    const body = { name: (values.name ?? '').trim() };
    const answer = await send(api.PATCH('/api/v1/projects/{project_id}/api-keys/{key_id}', { ...at, body }));
    if (!answer.ok) return answer.error;
    close();
    toasts.show({ text: 'Saved' });
  };
  const revoke = () =>
    ask({
      title: `Revoke key ${named(name)}?`,
      label: 'Revoke key',
      children: <p>Apps that use this key can no longer send reports. This cannot be undone.</p>,
      act: async () => {
        const answer = await send(api.DELETE('/api/v1/projects/{project_id}/api-keys/{key_id}', at));
        if (!answer.ok) return answer.error;
        toasts.show({ text: `Revoked key ${named(name)}` });
      },
    });
  return (
    <Row
      title={<Text>{name}</Text>}
      about={
        <>
          <code>{key_prefix}…</code> ·{' '}
          {last_used_at ? (
            <>
              last used <TimeAgo at={last_used_at} />
            </>
          ) : (
            'never used'
          )}
        </>
      }
      end={
        <>
          <Button
            ref={opener}
            kind="quiet"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            aria-label={`Rename ${named(name)}`}
          >
            Rename
          </Button>
          <Button kind="quietDanger" onClick={revoke} aria-label={`Revoke ${named(name)}`}>
            Revoke…
          </Button>
        </>
      }
    >
      {isOpen && (
        <Form
          label="Save"
          isPart
          check={({ name = '' }) => (name.trim() ? {} : { name: 'Enter a name.' })}
          send={rename}
          beside={
            <Button kind="quiet" onClick={close}>
              Cancel
            </Button>
          }
        >
          {(wrong) => (
            <TextField
              label="Name"
              name="name"
              defaultValue={name}
              maxLength={200}
              autoComplete="off"
              error={wrong.name}
              autoFocus
            />
          )}
        </Form>
      )}
    </Row>
  );
}
