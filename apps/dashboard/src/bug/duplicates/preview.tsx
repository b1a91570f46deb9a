import { LabelChip } from '../../components/label-chip.tsx';
import { Lines } from '../../components/lines.tsx';
import { SeverityIcon } from '../../components/severity-icon.tsx';
import { StatusIcon } from '../../components/status-icon.tsx';
import { Text } from '../../components/text.tsx';
import { Time } from '../../components/time.tsx';
import { severityNames, statusNames } from '../../components/words.ts';
import type { BugItem } from '../../store/types.ts';
import styles from './dialog.module.css';

/** Summary of the other bug, for comparison. */
export function Preview({ item }: { item: BugItem }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className={styles.preview} aria-label={`Bug ${item.id}`} tabIndex={0}>
      <h3>
        #{item.id} <Text>{item.title}</Text>
      </h3>
      <p className={styles.facts}>
        <StatusIcon status={item.status} /> {statusNames[item.status]}
        <SeverityIcon severity={item.severity} /> {severityNames[item.severity]}
        {item.labels.map((label) => (
          <LabelChip key={label.id} label={label} />
        ))}
        <Time at={item.created_at} />
      </p>
      <Lines>{item.excerpt}</Lines>
    </section>
  );
}
