import { menus } from '../../actions/chunk.ts';
import { Avatar } from '../../components/avatar.tsx';
import { useInbox } from '../inbox-context.ts';
import styles from './user-menu.module.css';

/** Account menu: settings, theme, shortcuts and sign-out. */
export function UserMenu() {
  const { catalogue } = useInbox();
  return (
    <button
      type="button"
      className={styles.user}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => menus.open(({ UserChoices }) => <UserChoices anchor={currentTarget} />)}
    >
      <Avatar person={catalogue.me} size={24} />
      <span className="visually-hidden"> account menu</span>
    </button>
  );
}
