import { menus } from '../../actions/chunk.ts';
import { TeamHex } from '../../components/hex.tsx';
import { Icon } from '../../components/icon.tsx';
import { Text } from '../../components/text.tsx';
import { useInbox } from '../inbox-context.ts';
import styles from './team-menu.module.css';

/** Current team, with a switcher for members of several teams. */
export function TeamMenu() {
  const { catalogue } = useInbox();
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
  return (
    <button
      type="button"
      className={styles.team}
      aria-haspopup="dialog"
      aria-label={`Team ${team.name}: switch team`}
      onClick={({ currentTarget }) => menus.open(({ TeamChoices }) => <TeamChoices anchor={currentTarget} />)}
    >
      {name}
      <Icon name="chevron-down" />
    </button>
  );
}
