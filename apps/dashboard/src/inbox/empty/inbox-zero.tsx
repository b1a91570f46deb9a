import { Link } from '@tanstack/react-router';
import type { BugFilter } from '../../store/types.ts';
import { addressOf } from '../filter/address.ts';
import { Message } from './message.tsx';

/** Everything that was reported has been dealt with, which is another thing than no reports at all. */
export function InboxZero({ filter }: { filter: BugFilter }) {
  return (
    <Message title="All done">
      <p>Nothing is open or in progress. New reports will show up here by themselves.</p>
      <p>
        <Link to="/" search={addressOf({ ...filter, status: ['resolved'] })}>
          Look at what was resolved
        </Link>
      </p>
    </Message>
  );
}
