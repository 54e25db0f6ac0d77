import {
  ANNOUNCEMENT_FREQUENCY,
  MIN_COMMERCIAL_SPOTS_PER_BREAK,
} from '@stationhouse/platform-api/contract/setup/values';
import { type PackageLimits } from '@stationhouse/platform-api/contract/billing/prices';
import { MusicWishes, NO_WISHES } from '@stationhouse/platform-api/contract/setup/music-wishes';
import { StationSetup } from '@stationhouse/platform-api/contract/setup/calls';
import type { Profile } from '@stationhouse/sdk/client';
import { z } from 'zod';
import { createDraftStore } from '../api/drafts.ts';
import { readKeptStation } from '../api/kept-station.ts';

const {
  voice_preference,
  radio_id_texts,
  radio_id_frequency,
  music_wishes,
  industry,
  hears_first,
} = StationSetup.shape;

/** A member is probably where their place is. */
const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const written = (texts: string[]): string[] => texts.filter((text) => text.trim() !== '');

/** The API's rules, without its defaults; empty scripts are dropped. */
export const setupRules = StationSetup.extend({
  voice_preference: voice_preference.unwrap(),
  radio_id_texts: z.array(z.string()).transform(written).pipe(radio_id_texts.unwrap()),
  radio_id_frequency: radio_id_frequency.unwrap(),
  music_wishes: MusicWishes,
  industry: industry.unwrap(),
  hears_first: hears_first.unwrap(),
});

/** The values of the form; announcements and spots only where the package has them. */
export type SetupValues = z.input<typeof setupRules>;

/** A setup from the profile or a draft. */
export type KnownSetup = {
  [Field in keyof SetupValues]: SetupValues[Field] | Profile[Field];
};

/** The initial values, limited to the package (specification §5). */
export function valuesFrom(known: KnownSetup, { commercial_spots }: PackageLimits): SetupValues {
  const { radio_id_texts: texts, commercial_spots_per_break: spots } = known;
  return {
    station_name_request: known.station_name_request ?? '',
    voice_preference: known.voice_preference,
    // At least one row to type in.
    radio_id_texts: texts.length > 0 ? texts : [''],
    radio_id_frequency: known.radio_id_frequency,
    music_wishes: known.music_wishes ?? { ...NO_WISHES, zone: zoneHere() },
    industry: known.industry,
    hears_first: known.hears_first,
    ...(commercial_spots > 0 && {
      announcement_frequency: known.announcement_frequency ?? ANNOUNCEMENT_FREQUENCY.default,
      commercial_spots_per_break: Math.min(
        spots ?? MIN_COMMERCIAL_SPOTS_PER_BREAK,
        commercial_spots,
      ),
    }),
  };
}

/** The values before the first submission: what the profile lacks is that of the station kept on the front page. */
export function firstValues(profile: Profile, limits: PackageLimits): SetupValues {
  const values = valuesFrom(profile, limits);
  const kept = profile.setup_form_submitted ? null : readKeptStation();
  if (!kept) return values;
  return {
    ...values,
    station_name_request: values.station_name_request || kept.name,
    industry: values.industry ?? kept.industry,
  };
}

const drafts = createDraftStore(
  'station-setup',
  z.object({
    /** When the submission was made that the draft is based on; null before the first. */
    submitted_at: z.string().nullable(),
    values: setupRules.extend({
      station_name_request: z.string(),
      radio_id_texts: z.array(z.string()),
      // Drafts of an earlier release have none.
      music_wishes,
      industry,
      hears_first,
    }),
  }),
);

/** The member's draft. A newer submission, from anywhere, wins over it. */
export function readDraft({ user_id, setup_form_submitted_at }: Profile): KnownSetup | undefined {
  const draft = drafts.read(user_id);
  return draft?.submitted_at === setup_form_submitted_at ? draft?.values : undefined;
}

export function keepDraft(profile: Profile, values: SetupValues): void {
  drafts.keep(profile.user_id, { submitted_at: profile.setup_form_submitted_at, values });
}

export const forgetDraft = drafts.forget;
