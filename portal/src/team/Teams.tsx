import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { enterBusiness, hasChosenOwn } from '../api/business.ts';
import { teamsQuery } from '../api/queries.ts';
import { supportView } from '../api/support-view.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ROLES } from './role-words.ts';

/** The businesses of a person without a station. Their only one opens at once. */
export function Teams() {
  const { data: teams = [] } = useQuery({ ...teamsQuery, enabled: !supportView });
  const [only] = teams.length === 1 && !hasChosenOwn() ? teams : [];
  useEffect(() => {
    if (only) enterBusiness(only);
  }, [only]);
  if (teams.length === 0) return null;
  return (
    <Card title="Your teams" description="Stations of others that you work for.">
      <ul className="flex flex-col">
        {teams.map((team) => (
          <li
            key={team.id}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3 last:border-0"
          >
            <span className="min-w-0 flex-1 basis-40">
              <span className="block font-semibold wrap-anywhere">{team.station_name}</span>
              <span className="text-small text-muted">{ROLES[team.role].name}</span>
            </span>
            <Button kind="secondary" size="small" onClick={() => enterBusiness(team)}>
              Open<span className="sr-only"> {team.station_name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
