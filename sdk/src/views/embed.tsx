import type { EmbedOptions } from '../options.ts';
import { trackOf, type ViewProps } from './view-props.ts';
import { Controls } from './parts/controls.tsx';
import { Cover, Logo } from './parts/pictures.tsx';
import { Marquee } from './parts/marquee.tsx';
import { StationNotice } from './parts/station-notice.tsx';

interface EmbedProps extends ViewProps {
  options: EmbedOptions;
  /** Alone in its document the station's name is the heading; in somebody else's page it is not. */
  heading?: 'h1';
}

/** Holds a line open for words that are not known yet. */
const NO_WORDS = '\u00a0';

/**
 * The compact player: in other people's pages as an element, or alone in a frame. While its station is
 * still asked for, its button plays already and stands where it will stay: one that moved would lose the
 * press. The slots are for the page around the element.
 */
export function Embed({ heading, options, ...props }: EmbedProps) {
  const { snapshot, placeholder } = props;
  const { station, load } = snapshot;
  if (load !== 'loading' && !(station && load === 'loaded')) {
    return <StationNotice {...props} heading={heading} />;
  }
  const Name = heading ?? 'p';
  const track = options.song && trackOf(props, 'current');
  return (
    <div className={track ? 'face' : 'face bare'} role="group" aria-label={station?.station_name}>
      <div className="brand">
        {options.logo && (
          <slot name="logo">
            <Logo station={station} placeholder={placeholder} />
          </slot>
        )}
        <Name className="name" part="name" dir="auto">
          {station?.station_name ?? NO_WORDS}
        </Name>
      </div>
      {track &&
        (station ? (
          <Cover src={track.cover} placeholder={placeholder} first={!!heading} />
        ) : (
          <span className="cover" part="cover" />
        ))}
      {track && (
        <div className="track">
          <Marquee text={track.title || NO_WORDS} />
          <p className="artist" part="artist" dir="auto">
            {track.artist || NO_WORDS}
          </p>
        </div>
      )}
      <Controls {...props}>
        <slot name="actions" />
      </Controls>
    </div>
  );
}
