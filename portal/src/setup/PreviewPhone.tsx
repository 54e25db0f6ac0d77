import { paletteOf } from '@stationhouse/platform-api/contract/site/colours';
import type { Mood } from '@stationhouse/platform-api/contract/setup/values';
import type { CSSProperties } from 'react';
import { Lamp } from '../ui/Lamp.tsx';
import { Picture } from '../ui/Picture.tsx';
import { PlayButton } from '../uploads/AudioPreview.tsx';
import { usePreview } from '../uploads/use-preview.ts';
import { MOOD_SAMPLES } from './moods.ts';

interface PreviewPhoneProps {
  /** Of the station. */
  name: string;
  logo: string | null;
  /** The accent colour; null: the brand's. */
  accent?: string | null;
  /** The track on the page. */
  mood?: Mood;
}

/** A station's page on a phone, before it is on air. */
export function PreviewPhone({ name, logo, accent = null, mood = 'warm' }: PreviewPhoneProps) {
  return (
    <div
      style={accent === null ? undefined : buttonsIn(accent)}
      className="mx-auto flex w-full max-w-68 flex-col gap-4 rounded-[1.75rem] border border-edge bg-background p-5 shadow-float"
    >
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
            className="size-10 flex-none rounded-small"
          />
        )}
        <p className="line-clamp-2 min-w-0 font-heading leading-5 font-bold wrap-anywhere">
          {name}
        </p>
      </header>
      <NowPlaying key={mood} mood={mood} />
      <p className="truncate border-t border-line pt-3 text-small text-muted">
        © {import.meta.env.BUILD_YEAR} {name}
      </p>
    </div>
  );
}

/** Overrides the tokens of buttons, in both colour schemes. */
function buttonsIn(accent_colour: string): CSSProperties {
  const light = paletteOf({ accent_colour }, false);
  const dark = paletteOf({ accent_colour }, true);
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--primary': `light-dark(${light.primary}, ${dark.primary})`,
    '--on-primary': `light-dark(${light.on_primary}, ${dark.on_primary})`,
  };
  return style;
}

function NowPlaying({ mood }: { mood: keyof typeof MOOD_SAMPLES }) {
  const { sound, cover, title, artist } = MOOD_SAMPLES[mood];
  const { element, isPlaying, toggle } = usePreview();
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music without words */}
      <audio ref={element} src={sound} preload="none" />
      <img
        src={cover}
        alt=""
        width={320}
        height={320}
        className="aspect-square w-full rounded-card border border-line object-cover"
      />
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
