import type { ViewProps } from '../view-props.ts';
import { faultText, RetryButton } from './controls.tsx';

interface StationNoticeProps extends Omit<ViewProps, 'placeholder'> {
  /** A page of its own has a heading. Inside another page it would disturb that page's headings. */
  heading?: 'h1' | 'b';
}

/** Shown instead of the player when there is no station to play, and none is being loaded (specification §2). */
export function StationNotice({
  snapshot,
  player,
  words,
  heading: Heading = 'b',
}: StationNoticeProps) {
  const { load, error } = snapshot;
  // The title says already that the station was not found.
  const isSaid = error === null || error.code === 'station_not_found';
  return (
    <div key={load} className="notice" role="alert">
      {load === 'missing' && <Heading>{words.not_found_title}</Heading>}
      <p dir="auto">{isSaid ? words.not_found_text : faultText(error, words)}</p>
      {load === 'failed' && <RetryButton player={player}>{words.retry}</RetryButton>}
    </div>
  );
}
