import { isWordmark, type Look } from '@stationhouse/platform-api/contract/site/colours';
import { lettersOf } from '@stationhouse/platform-api/contract/stations/letters';
import type { Mood } from '@stationhouse/platform-api/contract/setup/values';
import { clsx } from 'clsx';
import { Sleeve } from '../stations/Sleeve.tsx';
import { Lamp } from '../ui/Lamp.tsx';
import { lookTokens } from '../ui/look-tokens.ts';
import { Picture } from '../ui/Picture.tsx';
import { PlayButton } from '../uploads/AudioPreview.tsx';
import { usePreview } from '../uploads/use-preview.ts';
import { MOOD_SAMPLES } from './moods.ts';

/** From more letters on, a name is set smaller. */
const LONG_NAME = 22;

interface PreviewPhoneProps {
  /** The station's name. */
  name: string;
  logo: string | null;
  look: Look;
  /** The track on the page. */
  mood?: Mood;
}

/** A station's page on a phone, before it is on air: its picture from edge to edge, and its name on the ground below. */
export function PreviewPhone({ name, logo, look, mood = 'warm' }: PreviewPhoneProps) {
  const { title, artist } = MOOD_SAMPLES[mood];
  return (
    <div
      style={lookTokens(look)}
      className="mx-auto w-full max-w-68 overflow-hidden rounded-[1.75rem] border border-edge bg-background text-ink shadow-float transition-colors duration-200"
    >
      <Sleeve
        accent={look.accent_colour ?? null}
        song={{ title, artist }}
        className="block max-h-40 w-full"
      />
      <div className="flex flex-col gap-3 px-5 py-4">
        <Head name={name} logo={logo} look={look} />
        <NowPlaying key={mood} mood={mood} />
        <p className="truncate text-small text-muted">
          © {import.meta.env.BUILD_YEAR} {name}
        </p>
      </div>
    </div>
  );
}

/** The page's head alone, in its colours. */
export function PreviewHead(props: Pick<PreviewPhoneProps, 'name' | 'logo' | 'look'>) {
  return (
    <div
      style={lookTokens(props.look)}
      className="flex rounded-card border border-edge bg-background px-3 py-1 text-ink"
    >
      <Head {...props} />
    </div>
  );
}

function Head({ name, logo, look }: Pick<PreviewPhoneProps, 'name' | 'logo' | 'look'>) {
  const isSpelt = logo !== null && isWordmark(look);
  return (
    <header className="flex min-w-0 items-center gap-3">
      {logo === null ? (
        <span
          aria-hidden="true"
          className="grid size-12 flex-none place-items-center rounded-small bg-primary font-heading text-title font-bold text-on-primary"
        >
          {[...name][0]?.toUpperCase()}
        </span>
      ) : (
        <Picture
          src={logo}
          alt=""
          width={48 * (isSpelt ? (look.logo_shape?.aspect ?? 1) : 1)}
          height={48}
          fit="contain"
          style={{ background: 'var(--chip)' }}
          className={clsx(
            'h-12 rounded-[4px] p-0.5',
            isSpelt ? 'w-auto max-w-full min-w-0' : 'w-12 flex-none',
          )}
        />
      )}
      <p
        className={
          isSpelt
            ? 'sr-only'
            : clsx(
                'line-clamp-3 min-w-0 font-heading leading-[1.1] font-bold tracking-tight wrap-anywhere',
                lettersOf(name) > LONG_NAME ? 'text-text' : 'text-title',
              )
        }
      >
        {name}
      </p>
    </header>
  );
}

function NowPlaying({ mood }: { mood: keyof typeof MOOD_SAMPLES }) {
  const { sound, title, artist } = MOOD_SAMPLES[mood];
  const { element, isPlaying, toggle } = usePreview();
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music without words */}
      <audio ref={element} src={sound} preload="none" />
      <div className="min-w-0">
        <p className="truncate font-heading text-lead leading-6 font-bold tracking-tight">
          {title}
        </p>
        <p className="truncate text-small text-muted">{artist}</p>
      </div>
      <div className="flex items-center justify-between gap-3">
        <span className="flex items-center gap-1.5 text-small font-semibold text-on-air-text">
          {isPlaying && (
            <>
              <Lamp on />
              LIVE
            </>
          )}
        </span>
        <PlayButton name={`${title} in the preview`} isPlaying={isPlaying} onPress={toggle} large />
      </div>
    </>
  );
}
