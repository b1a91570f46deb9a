import { Button } from '../../components/button.tsx';
import { Message } from '../../components/message.tsx';
import type { ListWindow } from '../../store/types.ts';

export function Failed({ list }: { list: ListWindow }) {
  const isAway = list.problem?.status === 0;
  return (
    <Message title={isAway ? 'The service cannot be reached' : 'The list could not be loaded'}>
      <p role="alert">{isAway ? 'It may be restarting, or the network is down.' : list.problem?.detail}</p>
      <Button onClick={() => list.reload()}>Try again</Button>
    </Message>
  );
}
