import type { ControlProps } from '../view-props.ts';
import { faultText, RetryButton } from './controls.tsx';

interface StationNoticeProps extends ControlProps {
  /** A page of its own has a heading. Inside another page it would disturb that page's headings. */
  heading?: 'h1' | 'b';
}

/** Shown instead of the player when there is no station to play (specification §2). */
export function StationNotice({
  snapshot,
  player,
  words,
  heading: Heading = 'b',
}: StationNoticeProps) {
  const { load, error } = snapshot;
  if (load === 'loading') {
    return (
      <div className="notice" role="status">
        {words.loading_station}
      </div>
    );
  }
  return (
    <div key="alert" className="notice" role="alert">
      {load === 'missing' && <Heading>{words.not_found_title}</Heading>}
      <p dir="auto">{error ? faultText(error, words) : words.not_found_text}</p>
      {load === 'failed' && <RetryButton player={player}>{words.retry}</RetryButton>}
    </div>
  );
}
