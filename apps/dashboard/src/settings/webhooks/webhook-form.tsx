import type { Problem } from '@skep/client';
import { eventTypes, transforms } from '@skep/vocabulary';
import { type ReactNode, useState } from 'react';
import { Form } from '../../components/form.tsx';
import { TextField } from '../../components/text-field.tsx';
import { Check, Choices, Select } from '../parts/fields.tsx';
import type { Webhook } from './queries.ts';
import { eventWords, transformWords } from './words.ts';

export type WebhookValues = Pick<Webhook, 'url' | 'events' | 'transform'>;

interface Props {
  label: string;
  /** Current values, when editing. */
  given?: WebhookValues;
  save: (values: WebhookValues) => Promise<Problem<unknown> | undefined>;
  beside?: ReactNode;
}

/** URL, events and payload format of a webhook. */
export function WebhookForm({ label, given, save, beside }: Props) {
  const [events, setEvents] = useState<Webhook['events']>(given?.events ?? ['bug.created']);
  const toggle = (event: Webhook['events'][number], isOn: boolean) =>
    setEvents(eventTypes.filter((one) => (one === event ? isOn : events.includes(one))));
  return (
    <Form
      label={label}
      isPart
      isCleared={!given}
      beside={beside}
      check={({ url = '' }) => ({
        ...(!/^https?:\/\/./i.test(url.trim()) && { url: 'Enter a URL that starts with https://.' }),
        ...(events.length === 0 && { events: 'Select at least one event.' }),
      })}
      send={({ url = '', transform }) =>
        save({ url: url.trim(), events, transform: transform as Webhook['transform'] })
      }
    >
      {(wrong) => (
        <>
          <TextField
            label="URL"
            name="url"
            type="url"
            placeholder="https://example.com/skep"
            defaultValue={given?.url}
            maxLength={2048}
            autoComplete="off"
            error={wrong.url}
          />
          <Choices legend="Events" error={wrong.events}>
            {eventTypes.map((event) => (
              <Check
                key={event}
                name="events"
                checked={events.includes(event)}
                onChange={({ target }) => toggle(event, target.checked)}
              >
                {eventWords[event].name}
              </Check>
            ))}
          </Choices>
          <Select label="Format" name="transform" defaultValue={given?.transform ?? 'raw'}>
            {transforms.map((transform) => (
              <option key={transform} value={transform}>
                {transformWords[transform]}
              </option>
            ))}
          </Select>
        </>
      )}
    </Form>
  );
}
