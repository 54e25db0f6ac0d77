import { wishesInWords } from '@stationhouse/platform-api/contract/setup/music-wishes';
import type { Profile } from '@stationhouse/sdk/client';
import { Link } from 'react-router-dom';

/** The fields of a schedule that answer wishes of the setup form. */
const ANSWERED = {
  music: ['Moods', 'Day', 'Guests', 'Never play', 'Explicit songs'],
  radio_ids: ['Radio IDs'],
  breaks: ['Announcements', 'Spots per break'],
  hours: ['Opening hours', 'Time zone'],
} as const;

function askedFor(profile: Profile): [name: string, text: string][] {
  const { radio_id_frequency, announcement_frequency, commercial_spots_per_break } = profile;
  const every = (minutes: number | null) => (minutes === null ? '' : `Every ${minutes} minutes`);
  return [
    ...wishesInWords(profile.music_wishes),
    ['Radio IDs', every(radio_id_frequency)],
    ['Announcements', every(announcement_frequency)],
    ['Spots per break', String(commercial_spots_per_break ?? '')],
  ];
}

interface WishedProps {
  profile: Profile;
  /** The fields beside which they are shown. */
  beside: keyof typeof ANSWERED;
}

/** The wishes of the customer, beside the fields that answer them. Nothing before the setup form was sent. */
export function Wished({ profile, beside }: WishedProps) {
  const names: readonly string[] = ANSWERED[beside];
  const wishes = askedFor(profile).filter(([name, text]) => names.includes(name) && text !== '');
  if (!profile.setup_form_submitted || wishes.length === 0) return null;
  return (
    <section
      aria-label="The customer asked for"
      className="rounded-card border-s-3 border-primary bg-sunken px-4 py-3 text-small"
    >
      <h3 className="font-semibold">The customer asked for</h3>
      <dl className="mt-1 grid gap-x-4 sm:grid-cols-[auto_minmax(0,1fr)]">
        {wishes.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">
              {name === 'Never play' ? (
                <NeverPlayed names={profile.music_wishes?.never_play ?? []} />
              ) : (
                text
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Each leads to the tracks of the library that have it in title or artist. */
function NeverPlayed({ names }: { names: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-x-3">
      {names.map((name) => (
        <li key={name}>
          <Link to={`/admin/library?${new URLSearchParams({ search: name })}`} className="link">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
