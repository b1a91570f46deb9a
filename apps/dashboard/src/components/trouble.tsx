import { Button } from './button.tsx';
import { Message } from './message.tsx';

interface Props {
  title: string;
  /** 0 as a status: no answer came. */
  problem?: { status: number; detail: string } | undefined;
  onRetry(): void;
}

/** Whatever did not work, in its place: what it is, why, and a way out. */
export const Trouble = ({ title, problem, onRetry }: Props) => (
  <Message title={title}>
    <p role="alert">{reasonOf(problem)}</p>
    <Button kind="primary" onClick={onRetry}>
      Try again
    </Button>
  </Message>
);

function reasonOf(problem: Props['problem']): string {
  if (!navigator.onLine) return 'You are offline.';
  if (!problem) return 'Either the service cannot be reached, or something is wrong with this page.';
  if (problem.status === 0)
    return 'The service cannot be reached. It may be restarting, or the network is down.';
  if (problem.status >= 500) return 'Something went wrong in the service. It has been noted there.';
  return problem.detail;
}
