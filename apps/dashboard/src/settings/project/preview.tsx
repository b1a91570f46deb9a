import { Link } from '../../components/link.tsx';
import { Text } from '../../components/text.tsx';
import { Time } from '../../components/time.tsx';
import styles from './preview.module.css';
import type { Outcome, Rule } from './queries.ts';

/** Which of the last reports a rule would have dropped. */
export function Preview({ rule, outcome: { checked, matched, sample } }: { rule: Rule; outcome: Outcome }) {
  return (
    <div className={styles.preview}>
      <p>{verdict(rule, checked, matched)}</p>
      {sample.length > 0 && (
        <ul aria-label="Reports that it would have dropped">
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
  if (kind === 'ip') return 'It cannot be tried: network addresses of reports are not kept.';
  if (checked === 0) return 'There are no reports yet that it could be tried on.';
  const last = checked === 1 ? 'the only report' : `the last ${checked.toLocaleString('en')} reports`;
  if (matched === 0) return `It would have dropped none of ${last}.`;
  const most = matched * 2 > checked ? ' That is most of them: is it what you want?' : '';
  return `It would have dropped ${matched.toLocaleString('en')} of ${last}.${most}`;
}
