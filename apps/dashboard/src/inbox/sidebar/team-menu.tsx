import { overlay } from '../../actions/overlay.tsx';
import { TeamHex } from '../../components/hex.tsx';
import { Icon } from '../../components/icon.tsx';
import { Picker } from '../../components/picker.tsx';
import { Text } from '../../components/text.tsx';
import { useInbox } from '../inbox-context.ts';
import styles from './team-menu.module.css';

/** Whose inbox it is. Whoever is in several teams changes between them here. */
export function TeamMenu() {
  const { catalogue, go } = useInbox();
  const { team, teams } = catalogue;
  const name = (
    <>
      {team.name && <TeamHex name={team.name} />}
      <span className={styles.name}>
        <Text>{team.name}</Text>
      </span>
    </>
  );
  if (teams.length < 2) return <div className={styles.team}>{name}</div>;
  const open = (anchor: Element) =>
    overlay.open(
      <Picker
        label="Go to team"
        anchor={anchor}
        close={overlay.close}
        choices={teams.map((one) => ({
          value: String(one.id),
          label: one.name,
          icon: <TeamHex name={one.name} />,
          holds: one.id === team.id ? 'all' : 'none',
        }))}
        pick={(value) => go.inbox({ team_id: Number(value) })}
      />,
    );
  return (
    <button
      type="button"
      className={styles.team}
      aria-haspopup="dialog"
      aria-label={`Team ${team.name}: change`}
      onClick={({ currentTarget }) => open(currentTarget)}
    >
      {name}
      <Icon name="chevron-down" />
    </button>
  );
}
