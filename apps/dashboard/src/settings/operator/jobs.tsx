import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Text } from '../../components/text.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { ask } from '../parts/confirm.tsx';
import { Loads } from '../parts/loads.tsx';
import { Row, Rows } from '../parts/rows.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';
import { Pager } from './pager.tsx';
import { jobsQuery } from './queries.ts';

/** Work that failed too often and waits for somebody. */
export function Jobs() {
  const [offset, setOffset] = useState(0);
  const query = useQuery({ ...jobsQuery(offset), refetchInterval: 5_000 });
  const { run, send, isBusy } = useChange(['operator', 'jobs'], ['operator', 'overview']);
  const at = (job_id: number) => ({ params: { path: { job_id } } });
  const retry = async (id: number) => {
    if (await run(() => api.POST('/api/v1/operator/jobs/{job_id}/retry', at(id))))
      toasts.show({ text: 'It is tried once more' });
  };
  const retryAll = (total: number) =>
    ask({
      title: `Try all ${total.toLocaleString('en')} jobs again?`,
      label: 'Try all again',
      isDanger: false,
      children: (
        <p>Each begins anew with all its attempts. Unless the cause is mended, they give up once more.</p>
      ),
      act: async () => {
        // The service takes up a thousand at a time.
        for (let done = 0; ; ) {
          const answer = await send(api.POST('/api/v1/operator/jobs/retry'));
          if (!answer.ok) return answer.error;
          const { affected, remaining } = answer.data;
          done += affected;
          if (affected > 0 && remaining > 0) continue;
          const jobs = done === 1 ? '1 job is' : `${done.toLocaleString('en')} jobs are`;
          toasts.show({ text: `${jobs} tried once more` });
          return undefined;
        }
      },
    });
  const remove = (id: number, kind: string) =>
    ask({
      title: `Forget this job (${kind})?`,
      label: 'Forget it',
      children: <p>What it was to do is never done. This cannot be undone.</p>,
      act: async () => {
        const answer = await send(api.DELETE('/api/v1/operator/jobs/{job_id}', at(id)));
        return answer.ok ? undefined : answer.error;
      },
    });
  return (
    <Section title="Jobs that gave up" about="They failed too often. Mend the cause, then try them again.">
      <Loads query={query} what="The jobs">
        {({ items, total }) => (
          <>
            {total > 1 && (
              <div>
                <Button onClick={() => retryAll(total)}>Try all {total.toLocaleString('en')} again…</Button>
              </div>
            )}
            <Rows label="Jobs that gave up" empty="None: everything that was to be done is done, or will be.">
              {items.map(({ id, kind, attempts, last_error, payload }) => (
                <Row
                  key={id}
                  title={kind}
                  about={
                    <>
                      {attempts} attempts · <Text>{last_error ?? 'no reason noted'}</Text> ·{' '}
                      <Text>{JSON.stringify(payload)}</Text>
                    </>
                  }
                  end={
                    <>
                      <Button
                        isBusy={isBusy}
                        onClick={() => retry(id)}
                        aria-label={`Try again ${kind} ${id}`}
                      >
                        Try again
                      </Button>
                      <Button
                        kind="quietDanger"
                        onClick={() => remove(id, kind)}
                        aria-label={`Forget ${kind} ${id}`}
                      >
                        Forget…
                      </Button>
                    </>
                  }
                />
              ))}
            </Rows>
            <Pager offset={offset} total={total} onOffset={setOffset} />
          </>
        )}
      </Loads>
    </Section>
  );
}
