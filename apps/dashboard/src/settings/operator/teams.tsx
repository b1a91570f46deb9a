import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TeamHex } from '../../components/hex.tsx';
import { Text } from '../../components/text.tsx';
import { Loads } from '../parts/loads.tsx';
import { named } from '../parts/named.ts';
import { Row, Rows } from '../parts/rows.tsx';
import { Sign } from '../parts/sign.tsx';
import styles from './pager.module.css';
import { Pager } from './pager.tsx';
import { type OperatorTeam, operatorTeamsQuery } from './queries.ts';
import { usePlace } from './search.tsx';
import { OperatorPage } from './shell.tsx';
import { TeamDetail } from './team-detail.tsx';
import { UsageWords } from './usage-words.tsx';

export const OperatorTeams = () => (
  <OperatorPage>
    <Teams />
  </OperatorPage>
);

function Teams() {
  const { place, setOffset, field } = usePlace();
  const query = useQuery(operatorTeamsQuery(place));
  return (
    <section className={styles.list} aria-label="Teams">
      {field('Team name or slug')}
      <Loads query={query} what="teams" lines={6}>
        {({ items, total }) => (
          <>
            <Rows label="Teams" empty="No matching teams">
              {items.map((team) => (
                <TeamRow key={team.id} team={team} />
              ))}
            </Rows>
            <Pager offset={place.offset} total={total} onOffset={setOffset} />
          </>
        )}
      </Loads>
    </section>
  );
}

function TeamRow({ team }: { team: OperatorTeam }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Row
      mark={<TeamHex name={team.name} />}
      title={<Text>{team.name}</Text>}
      about={
        <>
          {team.slug} · {team.member_count} {team.member_count === 1 ? 'member' : 'members'} ·{' '}
          {team.project_count} {team.project_count === 1 ? 'project' : 'projects'} ·{' '}
          <UsageWords usage={team.usage} />
        </>
      }
      end={
        <>
          <Sign kind={team.usage.dropped_quota > 0 ? 'waiting' : 'plain'}>{team.plan}</Sign>
          <Button
            kind="quiet"
            aria-expanded={isOpen}
            aria-label={`Plan and limits of ${named(team.name)}`}
            onClick={() => setOpen(!isOpen)}
          >
            Plan and limits
          </Button>
        </>
      }
    >
      {isOpen && <TeamDetail id={team.id} />}
    </Row>
  );
}
