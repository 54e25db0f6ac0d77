import type { EmbedOptions } from '../options.ts';
import { isOn } from '../player/player.ts';
import { isClosed, trackOf, type ViewProps } from './view-props.ts';
import { AppMenu } from './parts/app-links.tsx';
import { Controls, waitingWords } from './parts/controls.tsx';
import { Cover, Logo } from './parts/pictures.tsx';
import { Marquee } from './parts/marquee.tsx';
import { StationNotice } from './parts/station-notice.tsx';

interface EmbedProps extends ViewProps {
  options: EmbedOptions;
  /** The heading of a page of its own. Inside another page the name is not a heading. */
  heading?: 'h1';
}

/** Keeps the height of a line whose text is not known yet. */
const NO_WORDS = '\u00a0';

/**
 * The compact player, as an element or alone in a frame. While the station is loading, the play button
 * already works and is at its final place: moving it would lose a press. The slots are for the host
 * page.
 */
export function Embed({ heading, options, ...props }: EmbedProps) {
  const { snapshot, placeholder } = props;
  const { station, load } = snapshot;
  if (load !== 'loading' && !(station && load === 'loaded')) {
    return <StationNotice {...props} heading={heading} />;
  }
  const Name = heading ?? 'p';
  const track = options.song && trackOf(props, 'current');
  const name = station?.station_name;
  // Neither logo nor song: the whole player is one button.
  const isButton = !track && !options.logo;
  const isOffered = !isOn(snapshot.state);
  const [before, after] = props.words.listen_to.split('{station}');
  return (
    <div
      className={track ? 'face' : isButton ? 'face bare one' : 'face bare'}
      role="group"
      aria-label={name}
    >
      <div className="brand">
        {options.logo && (
          <slot name="logo">
            <Logo station={station} placeholder={placeholder} />
          </slot>
        )}
        <Name className="name" part="name" dir="auto" Translate="no">
          {isButton && name ? (
            <>
              {isOffered
                ? before
                : waitingWords(props) || (!isClosed(snapshot) && props.words.live)}
              <b>{name}</b>
              {isOffered && after}
            </>
          ) : (
            (name ?? NO_WORDS)
          )}
        </Name>
      </div>
      {track && (
        // The same element while the station loads: otherwise that of the track would move here.
        <div className="art">
          {station ? (
            <Cover src={track.cover} placeholder={placeholder} first={!!heading} fades />
          ) : (
            <span className="cover" part="cover" />
          )}
        </div>
      )}
      {track && (
        <div className="track">
          <Marquee text={track.title || NO_WORDS} />
          <p key={track.artist} className="artist" part="artist" dir="auto" Translate="no">
            {track.artist || NO_WORDS}
          </p>
        </div>
      )}
      <Controls {...props}>
        {!track && isClosed(snapshot) && <span>{trackOf(props, 'current').title}</span>}
        <AppMenu station={station} />
        <slot name="actions" />
      </Controls>
    </div>
  );
}
