import { useQuery } from '@tanstack/react-query';
import { meQuestion } from '../members/questions.ts';
import { assetsQuestion } from './asset-question.ts';
import { LogoPlace } from './LogoPlace.tsx';
import { useOwnShelf } from './own-shelf.ts';

/** The logo of the member's own station. */
export function LogoField() {
  const { data: me } = useQuery(meQuestion);
  const { data: assets } = useQuery(assetsQuestion);
  return (
    <LogoPlace
      shelf={useOwnShelf()}
      url={me?.profile.station_logo_url ?? null}
      file={assets?.find(({ kind }) => kind === 'logo')}
      whose="your"
    />
  );
}
