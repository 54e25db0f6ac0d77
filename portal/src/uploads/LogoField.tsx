import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../api/queries.ts';
import { assetsQuery } from './assets-query.ts';
import { LogoPlace } from './LogoPlace.tsx';
import { useOwnShelf } from './own-shelf.ts';

/** The logo of the member's own station. */
export function LogoField() {
  const { data: me } = useQuery(meQuery);
  const { data: assets } = useQuery(assetsQuery);
  return (
    <LogoPlace
      shelf={useOwnShelf()}
      url={me?.profile.station_logo_url ?? null}
      file={assets?.find(({ kind }) => kind === 'logo')}
      whose="your"
    />
  );
}
