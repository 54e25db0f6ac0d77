import { RENEW_DAYS } from '@stationhouse/platform-api/contract/library/values';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Notice } from '../../../ui/Notice.tsx';
import { playlistsQuery } from '../tracks/queries.ts';

/** Reminds of playlists whose music is older than two weeks (specification §1). Empty without one. */
export function DueForMusic() {
  const { data = [] } = useQuery(playlistsQuery({ is_due: 'true' }));
  if (data.length === 0) return null;
  return (
    <Notice
      kind="neutral"
      title={
        data.length === 1
          ? '1 playlist is due for new music'
          : `${data.length} playlists are due for new music`
      }
    >
      Not changed for more than {RENEW_DAYS} days:{' '}
      {data.map(({ id, name }, place) => (
        <span key={id}>
          {place === 0 ? '' : ', '}
          <Link to={`/admin/playlists?playlist=${id}`} className="link">
            {name}
          </Link>
        </span>
      ))}
    </Notice>
  );
}
