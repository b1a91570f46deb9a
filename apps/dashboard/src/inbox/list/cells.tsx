import { Avatar } from '../../components/avatar.tsx';
import { Hex } from '../../components/hex.tsx';
import { Icon } from '../../components/icon.tsx';
import { LabelChip } from '../../components/label-chip.tsx';
import { SeverityIcon } from '../../components/severity-icon.tsx';
import { StatusIcon } from '../../components/status-icon.tsx';
import { Text } from '../../components/text.tsx';
import { Time } from '../../components/time.tsx';
import type { BugItem } from '../../store/types.ts';
import styles from './cells.module.css';
import { ChangedBy } from './changed-by.tsx';

interface Props {
  bug: BugItem;
  isStale: boolean;
  /** Project names, if the list has bugs of several projects. */
  projects: ReadonlyMap<number, string> | undefined;
}

/** The cells of a row. A click on a cell with `data-pick` runs that action for the bug. */
export function Cells({ bug, isStale, projects }: Props) {
  const project = projects?.get(bug.project_id);
  const reporter = bug.reporter_email ?? bug.reporter_identifier;
  const more = bug.labels.length - 2;
  const comments = bug.comment_count === 1 ? 'comment' : 'comments';
  return (
    <>
      <span role="gridcell" className={styles.sign} data-pick="severity">
        <SeverityIcon severity={bug.severity} />
      </span>
      <span role="gridcell" className={styles.sign} data-pick="status">
        <StatusIcon status={bug.status} />
      </span>
      <span role="gridcell" className={styles.number}>
        {bug.id}
      </span>
      <span role="gridcell" className={styles.text}>
        <a href={`/bugs/${bug.id}`} tabIndex={-1} draggable={false} className={styles.title}>
          <Text>{bug.title}</Text>
        </a>
        {/* Without the space, accessible names would join the title and the excerpt. */}{' '}
        <span className={styles.excerpt}>
          <Text>{bug.excerpt}</Text>
        </span>
        {isStale && <span className="visually-hidden">, no longer matches</span>}
      </span>
      <span role="gridcell" className={styles.labels}>
        <ChangedBy id={bug.id} />
        {bug.labels.slice(0, 2).map((label) => (
          <LabelChip key={label.id} label={label} />
        ))}
        {more > 0 && (
          <span className={styles.more} title={bug.labels.map(({ name }) => name).join(', ')}>
            +{more}
          </span>
        )}
      </span>
      {projects && (
        <span role="gridcell" className={styles.project} title={project}>
          <Hex id={bug.project_id} />
          <span className={styles.projectName}>{project && <Text>{project}</Text>}</span>
        </span>
      )}
      <span role="gridcell" className={styles.reporter} title={reporter ?? undefined}>
        {reporter && <Text>{reporter}</Text>}
      </span>
      <span role="gridcell" className={styles.marks}>
        {bug.attachments.length > 0 && (
          <span role="img" aria-label="Has a screenshot" title="Has a screenshot">
            <Icon name="image" />
          </span>
        )}
        {bug.comment_count > 0 && (
          <span title={`${bug.comment_count} ${comments}`}>
            <Icon name="comment" />
            {bug.comment_count}
            <span className="visually-hidden"> {comments}</span>
          </span>
        )}
      </span>
      <span role="gridcell" className={styles.age}>
        <Time at={bug.created_at} />
      </span>
      <span role="gridcell" className={styles.assignee} data-pick="assign">
        <Avatar person={bug.assignee} />
      </span>
    </>
  );
}
