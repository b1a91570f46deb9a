import type { ReactNode } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { Icon } from '../../components/icon.tsx';
import { LabelDot } from '../../components/label-dot.tsx';
import { SeverityIcon } from '../../components/severity-icon.tsx';
import { StatusIcon } from '../../components/status-icon.tsx';
import { Text } from '../../components/text.tsx';
import { visibleText } from '../../components/visible-text.ts';
import { severityNames, statusNames } from '../../components/words.ts';
import { useInbox } from '../../inbox/inbox-context.ts';
import type { Bug } from '../../store/types.ts';
import { useAct } from '../use-act.ts';
import styles from './facts.module.css';

/** Status, severity, assignee and labels. Each is a button that opens a menu to change it. */
export function Facts({ bug }: { bug: Bug }) {
  const act = useAct(bug.id);
  const { elements } = useInbox();
  /** The label contains the field name, because screen readers cannot see the icon. */
  const opens = (actionId: string, key: string, title: string, value: string) => ({
    type: 'button' as const,
    'aria-label': value ? `${title}: ${value}` : title,
    'aria-haspopup': 'dialog' as const,
    'aria-keyshortcuts': key,
    title: `${title} (${key})`,
    onClick: (event: React.MouseEvent<HTMLButtonElement>) => act(actionId, event.currentTarget),
  });
  return (
    <div className={styles.facts}>
      <Fact name="Status">
        <button
          ref={elements.ref('bug status')}
          {...opens('status', 's', 'Status', statusNames[bug.status])}
          className={`${styles.fact} ${styles[bug.status]}`}
        >
          <StatusIcon status={bug.status} />
          {statusNames[bug.status]}
        </button>
      </Fact>
      <Fact name="Severity">
        <button
          ref={elements.ref('bug severity')}
          {...opens('severity', 'p', 'Severity', severityNames[bug.severity])}
          className={`${styles.fact} ${styles[bug.severity]}`}
        >
          <SeverityIcon severity={bug.severity} />
          {severityNames[bug.severity]}
        </button>
      </Fact>
      <Fact name="Assignee">
        <button
          ref={elements.ref('bug assign')}
          {...opens('assign', 'a', 'Assign', visibleText(bug.assignee?.name ?? ''))}
          className={bug.assignee ? styles.fact : styles.empty}
        >
          <Avatar person={bug.assignee} size={16} />
          {bug.assignee ? <Text>{bug.assignee.name}</Text> : 'Assign'}
        </button>
      </Fact>
      <Fact name="Labels">
        {bug.labels.map((label) => (
          <button
            key={label.id}
            {...opens('label', 'l', 'Label', visibleText(label.name))}
            className={styles.label}
          >
            <LabelDot color={label.color} />
            <Text>{label.name}</Text>
          </button>
        ))}
        <button
          ref={elements.ref('bug label')}
          {...opens('label', 'l', 'Label', '')}
          className={styles.empty}
        >
          <Icon name="plus" />
          Label
        </button>
      </Fact>
    </div>
  );
}

/** The name is hidden from screen readers, because the label of the button contains it. */
const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.line}>
    <span className={styles.name} aria-hidden="true">
      {name}
    </span>
    <div className={styles.values}>{children}</div>
  </div>
);
