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

/** Dead-lettered jobs, which the operator can retry or delete. */
export function Jobs() {
  const [offset, setOffset] = useState(0);
  const query = useQuery({ ...jobsQuery(offset), refetchInterval: 5_000 });
  const { run, send, isBusy } = useChange(['operator', 'jobs'], ['operator', 'overview']);
  const at = (job_id: number) => ({ params: { path: { job_id } } });
  const retry = async (id: number) => {
    if (await run(() => api.POST('/api/v1/operator/jobs/{job_id}/retry', at(id))))
      toasts.show({ text: 'Retrying the job' });
  };
  const retryAll = (total: number) =>
    ask({
      title: `Retry all ${total.toLocaleString('en')} jobs?`,
      label: 'Retry all',
      isDanger: false,
      children: <p>Each job starts over with all its attempts. Fix the cause first, or they fail again.</p>,
      act: async () => {
        // The API retries up to 1,000 jobs per request.
        for (let done = 0; ; ) {
          const answer = await send(api.POST('/api/v1/operator/jobs/retry'));
          if (!answer.ok) return answer.error;
          const { affected, remaining } = answer.data;
          done += affected;
          if (affected > 0 && remaining > 0) continue;
          const jobs = done === 1 ? '1 job' : `${done.toLocaleString('en')} jobs`;
          toasts.show({ text: `Retrying ${jobs}` });
          return undefined;
        }
      },
    });
  const remove = (id: number, kind: string) =>
    ask({
      title: `Delete this job (${kind})?`,
      label: 'Delete job',
      children: <p>The job will never run. This cannot be undone.</p>,
      act: async () => {
        const answer = await send(api.DELETE('/api/v1/operator/jobs/{job_id}', at(id)));
        return answer.ok ? undefined : answer.error;
      },
    });
  return (
    <Section title="Failed jobs" about="Jobs that used up all attempts. Fix the cause, then retry.">
      <Loads query={query} what="failed jobs">
        {({ items, total }) => (
          <>
            {total > 1 && (
              <div>
                <Button onClick={() => retryAll(total)}>Retry all {total.toLocaleString('en')}…</Button>
              </div>
            )}
            <Rows label="Failed jobs" empty="No failed jobs">
              {items.map(({ id, kind, attempts, last_error, payload }) => (
                <Row
                  key={id}
                  title={kind}
                  about={
                    <>
                      {attempts} attempts · <Text>{last_error ?? 'no error recorded'}</Text> ·{' '}
                      <Text>{JSON.stringify(payload)}</Text>
                    </>
                  }
                  end={
                    <>
                      <Button isBusy={isBusy} onClick={() => retry(id)} aria-label={`Retry ${kind} ${id}`}>
                        Retry
                      </Button>
                      <Button
                        kind="quietDanger"
                        onClick={() => remove(id, kind)}
                        aria-label={`Delete ${kind} ${id}`}
                      >
                        Delete…
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
