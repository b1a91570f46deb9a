import type { Bug } from '../../store/types.ts';
import { Duplicates } from '../duplicates/duplicates.tsx';
import { Details } from './details.tsx';
import { Facts } from './facts.tsx';
import styles from './rail.module.css';

interface Props {
  bug: Bug;
  onOpen(id: number): void;
}

/** Properties of a bug: a side column on wide pages, otherwise rows below the title. */
export const Rail = ({ bug, onOpen }: Props) => (
  <section className={styles.rail} aria-label="Details">
    <Facts bug={bug} />
    <Duplicates bug={bug} onOpen={onOpen} />
    <Details bug={bug} />
  </section>
);
