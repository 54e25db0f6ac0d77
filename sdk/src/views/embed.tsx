import type { EmbedOptions } from '../options.ts';
import { trackOf, type FaceProps } from './face.ts';
import { Controls } from './parts/controls.tsx';
import { Cover } from './parts/cover.tsx';
import { Logo } from './parts/logo.tsx';
import { Marquee } from './parts/marquee.tsx';
import { StationNotice } from './parts/station-notice.tsx';

interface EmbedProps extends FaceProps {
  options: EmbedOptions;
  /** Alone in its document the station's name is the heading; in somebody else's page it is not. */
  heading?: 'h1';
}

/** The compact player: in other people's pages as an element, or alone in a frame. */
export function Embed({ heading, options, ...face }: EmbedProps) {
  const { snapshot, placeholder } = face;
  const { station, load } = snapshot;
  if (!station || load !== 'loaded') {
    return <StationNotice {...face} heading={heading} />;
  }
  const Name = heading ?? 'p';
  const track = trackOf(face, 'current');
  return (
    <div
      className={options.song ? 'face' : 'face bare'}
      role="group"
      aria-label={station.station_name}
    >
      <div className="brand">
        {options.logo && <Logo station={station} placeholder={placeholder} />}
        <Name className="name">{station.station_name}</Name>
      </div>
      {options.song && (
        <>
          <Cover src={track.cover} placeholder={placeholder} first={!!heading} />
          <div className="track">
            <Marquee text={track.title} />
            <p className="artist">{track.artist}</p>
          </div>
        </>
      )}
      <Controls {...face} />
    </div>
  );
}
