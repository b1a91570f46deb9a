import { Trouble } from '../../components/trouble.tsx';
import type { ListWindow } from '../../store/list.ts';

export const Failed = ({ list }: { list: ListWindow }) => (
  <Trouble title="The list could not be loaded" problem={list.problem} onRetry={() => list.ensure(0, 1)} />
);
