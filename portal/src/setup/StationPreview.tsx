import type { Look } from '@stationhouse/platform-api/contract/site/colours';
import { MOOD_DETAILS } from '@stationhouse/platform-api/contract/setup/music-wishes';
import type { Profile } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import { useWatch } from 'react-hook-form';
import { barOf, percent } from './day-bar.ts';
import { ENERGY_WASHES } from './DayBar.tsx';
import { PreviewHead, PreviewPhone } from './PreviewPhone.tsx';
import type { SetupForm } from './use-setup-form.ts';

interface StationPreviewProps {
  form: SetupForm;
  profile: Profile;
  look: Look;
}

/** The station's page as it would look with what is in the form, on a phone. */
export function StationPreview({ form, profile, look }: StationPreviewProps) {
  const { control } = form;
  const [name, texts, wishes] = useWatch({
    control,
    name: ['station_name_request', 'radio_id_texts', 'music_wishes'],
  });
  const shownName = name.trim() || 'Your station';
  const [mood] = wishes.moods;
  const script = texts.find((text) => text.trim() !== '') ?? `You are listening to ${shownName}.`;
  return (
    <section aria-label="Preview of your page" className="flex flex-col gap-5 p-6">
      <p className="text-small font-semibold">This is how your page will look</p>
      <PreviewPhone
        name={shownName}
        logo={profile.station_logo_url}
        look={look}
        {...(mood && { mood })}
      />
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

/** The head of the same page, in one line. */
export function StationPeek({ form, profile, look }: StationPreviewProps) {
  const name = useWatch({ control: form.control, name: 'station_name_request' });
  return (
    <PreviewHead name={name.trim() || 'Your station'} logo={profile.station_logo_url} look={look} />
  );
}

/** The parts of the day as a thin bar. */
function DayStrip({ day }: { day: Parameters<typeof barOf>[0] }) {
  const { bounds, energies } = barOf(day);
  return (
    <div
      aria-hidden="true"
      className="relative h-3 overflow-hidden rounded-full border border-edge bg-surface"
    >
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
