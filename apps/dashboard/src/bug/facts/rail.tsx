import type { Bug } from '../../store/types.ts';
import { Duplicates } from '../duplicates/duplicates.tsx';
import { Details } from './details.tsx';
import { Facts } from './facts.tsx';
import styles from './rail.module.css';

interface Props {
  bug: Bug;
  onOpen(id: number): void;
}

/** Everything short about a bug: a column beside it where the page is wide, else lines below its title. */
export const Rail = ({ bug, onOpen }: Props) => (
  <section className={styles.rail} aria-label="Details">
    <Facts bug={bug} />
    <Duplicates bug={bug} onOpen={onOpen} />
    <Details bug={bug} />
  </section>
);
