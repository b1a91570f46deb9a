import type { Severity } from '@skep/vocabulary';
import styles from './signs.module.css';
import { severityNames } from './words.ts';

/** Bars by severity, and a warning sign for critical. */
export function SeverityIcon({ severity }: { severity: Severity }) {
  return (
    <svg viewBox="0 0 16 16" className={`${styles.sign} ${styles[severity]}`} role="img">
      <title>{severityNames[severity]}</title>
      {severity === 'critical' ? <Warning /> : <Bars count={counts[severity]} />}
    </svg>
  );
}

const counts = { low: 1, medium: 2, high: 3 };

const Warning = () => (
  <>
    <path d="M8 1.5 15 14H1Z" className={styles.fill} />
    <path d="M8 6v3.6M8 11.4v.4" className={styles.cut} />
  </>
);

const bars = [
  { x: 2, y: 9, height: 5 },
  { x: 6.5, y: 5.5, height: 8.5 },
  { x: 11, y: 2, height: 12 },
];

const Bars = ({ count }: { count: number }) =>
  bars.map((bar, index) => (
    <rect key={bar.x} {...bar} width="3" rx="1" className={index < count ? styles.fill : styles.faint} />
  ));
