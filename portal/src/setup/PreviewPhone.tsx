import { isWordmark, type Look } from '@stationhouse/platform-api/contract/site/colours';
import type { Mood } from '@stationhouse/platform-api/contract/setup/values';
import { clsx } from 'clsx';
import { Sleeve } from '../stations/Sleeve.tsx';
import { Lamp } from '../ui/Lamp.tsx';
import { lookTokens } from '../ui/look-tokens.ts';
import { Picture } from '../ui/Picture.tsx';
import { PlayButton } from '../uploads/AudioPreview.tsx';
import { usePreview } from '../uploads/use-preview.ts';
import { MOOD_SAMPLES } from './moods.ts';

interface PreviewPhoneProps {
  /** The station's name. */
  name: string;
  logo: string | null;
  look: Look;
  /** The track on the page. */
  mood?: Mood;
}

/** A station's page on a phone, before it is on air. */
export function PreviewPhone({ name, logo, look, mood = 'warm' }: PreviewPhoneProps) {
  return (
    <div
      style={lookTokens(look)}
      className="mx-auto flex w-full max-w-68 flex-col gap-4 rounded-[1.75rem] border border-edge bg-background p-5 text-ink shadow-float transition-colors duration-200"
    >
      <Head name={name} logo={logo} look={look} />
      <NowPlaying key={mood} mood={mood} />
      <p className="truncate border-t border-line pt-3 text-small text-muted">
        © {import.meta.env.BUILD_YEAR} {name}
      </p>
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
          className="grid size-10 flex-none place-items-center rounded-small bg-primary font-heading text-lead font-bold text-on-primary"
        >
          {[...name][0]?.toUpperCase()}
        </span>
      ) : (
        <Picture
          src={logo}
          alt=""
          width={40}
          height={40}
          fit="contain"
          style={{ background: 'var(--chip)' }}
          className={clsx(
            'h-10 flex-none rounded-small p-0.5',
            isSpelt ? 'w-auto max-w-full' : 'w-10',
          )}
        />
      )}
      <p
        className={
          isSpelt
            ? 'sr-only'
            : 'line-clamp-2 min-w-0 font-heading leading-5 font-bold wrap-anywhere'
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
      <Sleeve className="w-full rounded-card" />
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 leading-5">
          <span className="block truncate font-semibold">{title}</span>
          <span className="block truncate text-small text-muted">{artist}</span>
        </p>
        <span className="flex items-center gap-1.5 text-small font-semibold text-on-air-text">
          <Lamp on={isPlaying} />
          {isPlaying ? 'LIVE' : ''}
        </span>
        <PlayButton name={`${title} in the preview`} isPlaying={isPlaying} onPress={toggle} />
      </div>
    </>
  );
}
