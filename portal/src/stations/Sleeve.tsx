import { designOf, partsOf } from '@stationhouse/platform-api/contract/site/sleeve';
import { clsx } from 'clsx';

interface SleeveProps {
  /** `#` and six digits; null: the standard colour. */
  accent: string | null;
  song: { title: string; artist: string };
  /** The station's id. Default: that of a station to come. */
  station?: string;
  className?: string;
}

/** The sleeve of a song without a cover, as the server draws it for the station's page. */
export function Sleeve({ accent, song, station = '', className }: SleeveProps) {
  const design = designOf({ ...song, accent, station });
  const { ground, shape, dot, large, small } = partsOf(design);
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      style={{ background: ground }}
      className={clsx('aspect-square forced-color-adjust-none', className)}
    >
      <g transform={`rotate(${design.turn * 90} 50 50)`}>
        <path d={large} fill={shape} fillRule="evenodd" />
        <path d={small} fill={dot} />
      </g>
    </svg>
  );
}
