import {
  chipOf,
  isWordmark,
  onDark,
  paletteOf,
} from '@stationhouse/platform-api/contract/site/colours';
import type { Station } from '@stationhouse/sdk/client';
import { Picture } from '../ui/Picture.tsx';
import { songOf, SongCover, type PreviewTrack } from './PreviewSong.tsx';

interface ScreenPreviewProps {
  station: Station;
  message: NonNullable<Station['wall_message']>;
  track: PreviewTrack;
}

/**
 * A TV with the message, in the station's colours. Its lengths are hundredths of its width, as on a real one; letters
 * stay large enough to be read.
 */
export function ScreenPreview({ station, message, track }: ScreenPreviewProps) {
  const { title, artist } = songOf(track);
  const isDark = station.theme !== 'light';
  const palette = paletteOf(station, isDark);
  const text = message.text.trim();
  const isBetween = message.shown === 'between_songs' && text !== '';
  const line = { borderColor: palette.primary };
  return (
    <div aria-hidden="true" className="flex min-w-0 flex-col gap-3">
      <p className="text-small font-semibold">Preview</p>
      <div className="rounded-card border-6 border-[#17122b] bg-[#17122b] shadow-float dark:border-line">
        <div className="@container">
          <div
            style={{ background: palette.paper, color: palette.ink }}
            className="flex aspect-video flex-col gap-[2.4cqw] overflow-hidden rounded-[4px] p-[4cqw]"
          >
            <div className="flex min-h-0 flex-1 gap-[4cqw]">
              <SongCover
                track={track}
                accent={station.accent_colour ?? null}
                className="h-full w-auto max-w-1/2 flex-none self-center rounded-[1cqw]"
              />
              <div className="flex min-w-0 flex-1 flex-col">
                <div className="flex justify-between gap-[2cqw] text-[max(2.6cqw,0.75rem)] leading-tight font-bold">
                  <Name station={isDark ? onDark(station) : station} paper={palette.paper} />
                  <span className="tabular">12:05</span>
                </div>
                <div className="flex min-h-0 flex-1 flex-col justify-center">
                  {isBetween ? (
                    <p
                      dir="auto"
                      style={line}
                      className="line-clamp-6 border-s-[0.6cqw] ps-[2cqw] font-heading text-[4.4cqw] leading-tight font-bold wrap-anywhere"
                    >
                      {text}
                    </p>
                  ) : (
                    <>
                      <p className="truncate font-heading text-[5.6cqw] leading-tight font-bold">
                        {title}
                      </p>
                      <p
                        style={{ color: palette.muted }}
                        className="truncate text-[max(2.8cqw,0.75rem)]"
                      >
                        {artist}
                      </p>
                    </>
                  )}
                </div>
                <span
                  style={{ color: palette.air }}
                  className="text-[max(2.4cqw,0.75rem)] leading-tight font-bold tracking-wide"
                >
                  <span
                    style={{ background: palette.lamp }}
                    className="me-[1cqw] inline-block size-[1.6cqw] rounded-full"
                  />
                  LIVE
                </span>
              </div>
            </div>
            {text === '' || isBetween ? null : (
              <p
                dir="auto"
                style={{ ...line, background: palette.surface }}
                className="flex-none rounded-[0.5cqw] border-s-[0.6cqw] px-[2cqw] py-[1.2cqw] text-[max(2.8cqw,0.75rem)] leading-snug wrap-anywhere"
              >
                {text}
              </p>
            )}
          </div>
        </div>
      </div>
    </div>
  );
}

/** The station's logo and name; a wordmark says the name itself. */
function Name({ station, paper }: { station: Station; paper: string }) {
  const { station_logo_url: logo, station_name } = station;
  const isNamed = logo !== null && isWordmark(station);
  return (
    <span className="flex min-w-0 items-center gap-[1.4cqw]">
      {logo === null ? null : (
        <Picture
          src={logo}
          alt=""
          width={120}
          height={40}
          fit="contain"
          style={{ background: chipOf(station, paper) }}
          className="h-[max(5cqw,1.5rem)] w-auto max-w-[24cqw] flex-none rounded-[0.6cqw] p-[0.4cqw]"
        />
      )}
      {isNamed ? null : <span className="truncate">{station_name}</span>}
    </span>
  );
}
