import { overlay } from '../../actions/overlay.tsx';
import { byName } from '../../catalogue/queries.ts';
import { TeamHex } from '../../components/hex.tsx';
import { Picker } from '../../components/picker.tsx';
import { useInbox } from '../inbox-context.ts';

export function TeamChoices({ anchor }: { anchor: Element }) {
  const { catalogue, go } = useInbox();
  const { team, teams } = catalogue;
  return (
    <Picker
      label="Switch team"
      anchor={anchor}
      close={overlay.close}
      choices={teams.toSorted(byName).map((one) => ({
        value: String(one.id),
        label: one.name,
        icon: <TeamHex name={one.name} />,
        holds: one.id === team.id ? 'all' : 'none',
      }))}
      pick={(value) => go.inbox({ team_id: Number(value) })}
    />
  );
}
