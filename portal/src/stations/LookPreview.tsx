import {
  chipOf,
  isWordmark,
  onDark,
  paletteOf,
} from '@stationhouse/platform-api/contract/site/colours';
import type { Station } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import { Picture } from '../ui/Picture.tsx';
import { songOf, SongCover, type PreviewTrack } from './PreviewSong.tsx';

interface LookPreviewProps {
  station: Station;
  look: Pick<Station, 'accent_colour' | 'theme'>;
  track: PreviewTrack;
}

/** The station's page in small, in each theme that listeners see; on phones, in the one of the device. */
export function LookPreview({ station, look, track }: LookPreviewProps) {
  const themes =
    look.theme === 'light' || look.theme === 'dark' ? [look.theme] : (['light', 'dark'] as const);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="text-small font-semibold">Preview</p>
      <div aria-hidden="true" className="grid gap-3 sm:auto-cols-fr sm:grid-flow-col">
        {themes.map((theme, _, { length }) => (
          <SmallPage
            key={theme}
            station={station}
            accent_colour={look.accent_colour}
            track={track}
            isDark={theme === 'dark'}
            className={
              length === 1 ? '' : theme === 'dark' ? 'max-sm:not-dark:hidden' : 'max-sm:dark:hidden'
            }
          />
        ))}
      </div>
    </div>
  );
}

interface SmallPageProps {
  station: Station;
  accent_colour: string | null;
  track: PreviewTrack;
  isDark: boolean;
  className: string;
}

function SmallPage({ station, accent_colour, track, isDark, className }: SmallPageProps) {
  const { title, artist } = songOf(track);
  const palette = paletteOf({ accent_colour }, isDark);
  const shown = isDark ? onDark(station) : station;
  const { station_name, station_logo_url, background_url } = shown;
  const isNamed = station_logo_url !== null && isWordmark(shown);
  return (
    <div
      style={{ background: palette.paper, color: palette.ink }}
      className={clsx(
        'relative isolate min-w-0 overflow-hidden rounded-card border border-line p-4',
        className,
      )}
    >
      {background_url === null ? null : (
        <Picture
          src={background_url}
          alt=""
          width={480}
          height={200}
          className="absolute inset-0 -z-1 size-full opacity-20"
        />
      )}
      <div className="flex items-center gap-2.5">
        {station_logo_url === null ? (
          <span
            style={{ background: palette.primary, color: palette.on_primary }}
            className="grid size-8 flex-none place-items-center rounded-small text-small font-bold"
          >
            {[...station_name][0]}
          </span>
        ) : (
          <Picture
            src={station_logo_url}
            alt=""
            width={isNamed ? 128 : 32}
            height={32}
            fit="contain"
            style={{ background: chipOf(shown, palette.paper) }}
            className={clsx(
              'h-8 flex-none rounded-[4px] p-0.5',
              isNamed ? 'w-auto max-w-full' : 'w-8',
            )}
          />
        )}
        {isNamed ? null : (
          <span className="min-w-0 truncate text-small font-bold">{station_name}</span>
        )}
      </div>
      <div className="mt-4 flex items-center gap-3.5">
        <SongCover
          track={track}
          accent={accent_colour}
          className="size-18 flex-none rounded-card shadow-float"
        />
        <div className="min-w-0">
          <p style={{ color: palette.muted }} className="text-small">
            Now playing
          </p>
          <p className="line-clamp-2 font-heading text-lead leading-tight font-bold">{title}</p>
          <p style={{ color: palette.muted }} className="truncate text-small">
            {artist}
          </p>
        </div>
      </div>
      <div className="mt-4 flex items-center gap-3">
        <span
          style={{
            background: palette.primary,
            color: palette.on_primary,
            borderColor: palette.primary_edge,
          }}
          className="grid size-11 place-items-center rounded-full border-2"
        >
          <svg viewBox="0 0 24 24" className="size-5 fill-current">
            <path d="M8 5v14l11-7z" />
          </svg>
        </span>
        <span style={{ color: palette.air }} className="text-small font-bold tracking-wide">
          <span
            style={{ background: palette.lamp }}
            className="me-2 inline-block size-2.5 rounded-full"
          />
          LIVE
        </span>
      </div>
    </div>
  );
}
