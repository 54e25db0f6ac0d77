import type { FaceProps } from '../face.ts';
import { LOADING_STATION, NOT_FOUND_TEXT, NOT_FOUND_TITLE } from '../words.ts';
import { RetryButton } from './fault.tsx';

interface StationNoticeProps extends Pick<FaceProps, 'snapshot' | 'player'> {
  /** A page has a heading; inside somebody else's page it would disturb theirs. */
  heading?: 'h1' | 'b';
}

/** What stands in the player's place while there is no station to play (specification §2). */
export function StationNotice({ snapshot, player, heading: Heading = 'b' }: StationNoticeProps) {
  const { load, error } = snapshot;
  if (load === 'loading') {
    return (
      <div className="notice" role="status">
        {LOADING_STATION}
      </div>
    );
  }
  return (
    <div className="notice" role="alert">
      {load === 'missing' && <Heading>{NOT_FOUND_TITLE}</Heading>}
      <p>{error?.message ?? NOT_FOUND_TEXT}</p>
      {load === 'failed' && <RetryButton player={player} />}
    </div>
  );
}
