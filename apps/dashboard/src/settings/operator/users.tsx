import { useQuery } from '@tanstack/react-query';
import { Avatar } from '../../components/avatar.tsx';
import { Text } from '../../components/text.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { Loads } from '../parts/loads.tsx';
import { Row, Rows } from '../parts/rows.tsx';
import { Sign } from '../parts/sign.tsx';
import styles from './pager.module.css';
import { Pager } from './pager.tsx';
import { operatorUsersQuery } from './queries.ts';
import { usePlace } from './search.tsx';
import { OperatorPage } from './shell.tsx';

export const OperatorUsers = () => (
  <OperatorPage>
    <Users />
  </OperatorPage>
);

function Users() {
  const { place, setOffset, field } = usePlace();
  const query = useQuery(operatorUsersQuery(place));
  return (
    <section className={styles.list} aria-label="Users">
      {field('User name or email')}
      <Loads query={query} what="users" lines={6}>
        {({ items, total }) => (
          <>
            <Rows label="Users" empty="No matching users">
              {items.map((user) => (
                <Row
                  key={user.id}
                  mark={<Avatar person={user} size={26} />}
                  title={<Text>{user.name}</Text>}
                  about={
                    <>
                      <Text>{user.email}</Text> · signed up <TimeAgo at={user.created_at} />
                      {user.teams.map((team) => (
                        <span key={team.id}>
                          {' · '}
                          <Text>{team.name}</Text>
                        </span>
                      ))}
                    </>
                  }
                  end={
                    <>
                      {user.is_operator && <Sign kind="plain">Operator</Sign>}
                      <Sign kind={user.email_verified ? 'good' : 'waiting'}>
                        {user.email_verified ? 'Verified' : 'Unverified'}
                      </Sign>
                    </>
                  }
                />
              ))}
            </Rows>
            <Pager offset={place.offset} total={total} onOffset={setOffset} />
          </>
        )}
      </Loads>
    </section>
  );
}
