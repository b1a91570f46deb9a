import { Link } from '../../components/link.tsx';
import { Text } from '../../components/text.tsx';
import { Time } from '../../components/time.tsx';
import styles from './preview.module.css';
import type { Outcome, Rule } from './queries.ts';

/** Recent reports that a rule matches. */
export function Preview({ rule, outcome: { checked, matched, sample } }: { rule: Rule; outcome: Outcome }) {
  return (
    <div className={styles.preview}>
      <p>{verdict(rule, checked, matched)}</p>
      {sample.length > 0 && (
        <ul aria-label="Matching reports">
          {sample.map(({ id, title, created_at }) => (
            <li key={id}>
              <Link to={`/bugs/${id}`} target="_blank">
                #{id}
              </Link>
              <span className={styles.title}>
                <Text>{title}</Text>
              </span>
              <Time at={created_at} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function verdict({ kind }: Rule, checked: number, matched: number): string {
  if (kind === 'ip') return 'No preview: IP addresses of reports are not stored.';
  if (checked === 0) return 'No reports to preview yet.';
  const last = checked === 1 ? 'the only report' : `the last ${checked.toLocaleString('en')} reports`;
  if (matched === 0) return `Matches none of ${last}.`;
  const most = matched * 2 > checked ? ' That is more than half of them.' : '';
  return `Matches ${matched.toLocaleString('en')} of ${last}.${most}`;
}
