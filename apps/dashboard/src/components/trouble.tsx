import { Button } from './button.tsx';
import { Message } from './message.tsx';

interface Props {
  title: string;
  /** Status 0: no response. */
  problem?: { status: number; detail: string } | undefined;
  onRetry(): void;
}

/** Error state with a reason and a retry button. */
export const Trouble = ({ title, problem, onRetry }: Props) => (
  <Message title={title}>
    <p role="alert">{reasonOf(problem)}</p>
    <Button kind="primary" onClick={onRetry}>
      Retry
    </Button>
  </Message>
);

function reasonOf(problem: Props['problem']): string {
  if (!navigator.onLine) return 'You are offline.';
  if (!problem) return 'The service is unreachable, or this page has an error.';
  if (problem.status === 0)
    return 'Could not reach the service. It may be restarting, or your network is down.';
  if (problem.status >= 500) return 'Something went wrong on the server. The error was logged.';
  return problem.detail;
}
