import { MOOD_DETAILS } from '@stationhouse/platform-api/contract/music-wishes';
import type { Profile } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import { useWatch } from 'react-hook-form';
import { Lamp } from '../ui/Lamp.tsx';
import { Picture } from '../ui/Picture.tsx';
import { PlayButton } from '../uploads/AudioPreview.tsx';
import { usePreview } from '../uploads/use-preview.ts';
import { barOf, percent } from './day-bar.ts';
import { ENERGY_WASHES } from './DayBar.tsx';
import { MOOD_SAMPLES } from './moods.ts';
import type { SetupForm } from './use-setup-form.ts';

/** The mood of the preview before one is chosen. */
const FIRST_MOOD = 'warm';

interface StationPreviewProps {
  form: SetupForm;
  profile: Profile;
}

/** The station's page as it would look with what is in the form, on a phone. */
export function StationPreview({ form, profile }: StationPreviewProps) {
  const { control } = form;
  const [name, texts, wishes] = useWatch({
    control,
    name: ['station_name_request', 'radio_id_texts', 'music_wishes'],
  });
  const shownName = name.trim() || 'Your station';
  const [mood = FIRST_MOOD] = wishes.moods;
  const script = texts.find((text) => text.trim() !== '') ?? `You are listening to ${shownName}.`;
  return (
    <section aria-label="Preview of your page" className="flex flex-col gap-5 p-6">
      <p className="text-small font-semibold">This is how your page will look</p>
      <div className="mx-auto flex w-full max-w-68 flex-col gap-4 rounded-[1.75rem] border border-edge bg-background p-5 shadow-float">
        <header className="flex min-w-0 items-center gap-3">
          {profile.station_logo_url === null ? (
            <span
              aria-hidden="true"
              className="grid size-10 flex-none place-items-center rounded-small bg-primary font-heading text-lead font-bold text-on-primary"
            >
              {[...shownName][0]?.toUpperCase()}
            </span>
          ) : (
            <Picture
              src={profile.station_logo_url}
              alt=""
              width={40}
              height={40}
              fit="contain"
              className="size-10 flex-none rounded-small"
            />
          )}
          <p className="line-clamp-2 min-w-0 font-heading leading-5 font-bold wrap-anywhere">
            {shownName}
          </p>
        </header>
        <NowPlaying key={mood} mood={mood} />
        <p className="truncate border-t border-line pt-3 text-small text-muted">
          © {import.meta.env.BUILD_YEAR} {shownName}
        </p>
      </div>
      <figure className="flex flex-col gap-1">
        <figcaption className="text-small text-muted">Between the songs</figcaption>
        <blockquote className="font-heading text-lead leading-6 font-bold wrap-anywhere">
          “{script}”
        </blockquote>
      </figure>
      {wishes.day.length > 0 ? <DayStrip day={wishes.day} /> : null}
      {wishes.moods.length > 0 ? (
        <p className="text-small text-muted">
          {wishes.moods.map((each) => MOOD_DETAILS[each].name).join(' · ')}
        </p>
      ) : null}
    </section>
  );
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

/** The parts of the day as a thin bar. */
function DayStrip({ day }: { day: Parameters<typeof barOf>[0] }) {
  const { bounds, energies } = barOf(day);
  return (
    <div aria-hidden="true" className="relative h-2.5 overflow-hidden rounded-full bg-surface">
      {energies.map((energy, n) => {
        const [from = 0, to = 0] = bounds.slice(n);
        return (
          <span
            key={n}
            style={{ insetInlineStart: percent(from), width: percent(to - from) }}
            className={clsx('absolute inset-y-0', ENERGY_WASHES[energy])}
          />
        );
      })}
    </div>
  );
}
