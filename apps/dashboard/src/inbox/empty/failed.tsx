import { Trouble } from '../../components/trouble.tsx';
import type { ListWindow } from '../../store/list.ts';

export const Failed = ({ list }: { list: ListWindow }) => (
  <Trouble title="Could not load the list" problem={list.problem} onRetry={() => list.ensure(0, 1)} />
);
