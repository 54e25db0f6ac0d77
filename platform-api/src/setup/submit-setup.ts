import type { Knex } from 'knex';
import { raw } from 'objection';
import {
  ANNOUNCEMENT_FREQUENCY,
  INDUSTRY_WORDS,
  MIN_COMMERCIAL_SPOTS_PER_BREAK,
} from '../../contract/setup/values.ts';
import { wishesInWords } from '../../contract/setup/music-wishes.ts';
import { packageNamed, type Package, type PackageLimits } from '../../contract/billing/prices.ts';
import type { StationSetup } from '../../contract/setup/calls.ts';
import { Profile } from '../accounts/profile.ts';
import { lockMember } from '../accounts/user.ts';
import { AppError, type FieldFault } from '../errors.ts';
import { notifyAdmin } from '../messages/notify-admin.ts';
import { queueStarter } from '../stations/start-programme.ts';
import { RadioStation } from '../stations/station.ts';

/**
 * Replaces a member's setup, and mails the differences to the operator. Of parallel requests the later
 * one waits and wins as a whole.
 *
 * @throws `no_station`; `feature_not_in_package`; `validation_failed`; `session_ended` when the account is
 *   deleted meanwhile
 */
export async function submitSetup(db: Knex, userId: string, setup: StationSetup): Promise<Profile> {
  return db.transaction(async (trx) => {
    if (!(await lockMember(trx, userId))) throw new AppError('session_ended');
    const station = await RadioStation.requireOwn(trx, userId);
    const stored = setupWithin(packageNamed(station.package_name), setup);
    const before = await Profile.ofUser(trx, { id: userId });
    await Profile.change(trx, userId, {
      ...stored,
      setup_form_submitted: true,
      // now() is the start of the transaction, which may have waited for a later one.
      setup_form_submitted_at: raw('clock_timestamp()'),
    });
    const after = await Profile.ofUser(trx, { id: userId });
    const lines = differences(before, after);
    if (lines.length > 0) {
      await notifyAdmin(trx, { user_id: userId, kind: 'change', what: 'setup', lines });
    }
    await queueStarter(trx, station);
    return after;
  });
}

/** A setup as the profile's columns have it. */
type StoredSetup = Omit<StationSetup, 'announcement_frequency' | 'commercial_spots_per_break'> & {
  /** Null when the package has no commercial spots. */
  announcement_frequency: number | null;
  commercial_spots_per_break: number | null;
};

/**
 * Applies the limits of the package (specification §5 and §9): the number of texts and spots, and whether
 * there are commercial spots and announcements at all.
 *
 * @throws `feature_not_in_package`; `validation_failed` naming each field
 */
function setupWithin({ limits }: Package, setup: StationSetup): StoredSetup {
  const { announcement_frequency: frequency, commercial_spots_per_break: spots } = setup;
  const hasCommercials = limits.commercial_spots > 0;
  if (!hasCommercials && (frequency !== undefined || spots !== undefined)) {
    throw new AppError('feature_not_in_package');
  }
  refuseTooMany(limits, setup);
  return {
    ...setup,
    announcement_frequency: hasCommercials ? (frequency ?? ANNOUNCEMENT_FREQUENCY.default) : null,
    commercial_spots_per_break: hasCommercials ? (spots ?? MIN_COMMERCIAL_SPOTS_PER_BREAK) : null,
  };
}

function refuseTooMany({ radio_ids, commercial_spots }: PackageLimits, setup: StationSetup): void {
  const faults: FieldFault[] = [];
  if (setup.radio_id_texts.length > radio_ids) {
    const message = `Your package has room for ${radio_ids} radio IDs.`;
    faults.push({ field: 'radio_id_texts', code: 'too_big', message });
  }
  if ((setup.commercial_spots_per_break ?? 0) > commercial_spots) {
    const message = `Please choose ${MIN_COMMERCIAL_SPOTS_PER_BREAK} to ${commercial_spots}.`;
    faults.push({ field: 'commercial_spots_per_break', code: 'too_big', message });
  }
  if (faults.length > 0) throw new AppError('validation_failed', { fields: faults });
}

/** The differences between two setups, line by line: everything the first time, then old → new. */
function differences(before: Profile, after: Profile): string[] {
  const [old, now] = [inWords(before), inWords(after)];
  if (!before.setup_form_submitted) return [...now].map(([name, text]) => `${name}: ${text}`);
  const names = [...new Set([...now.keys(), ...old.keys()])];
  return names
    .filter((name) => old.get(name) !== now.get(name))
    .map((name) => `${name}: ${old.get(name) ?? 'none'} → ${now.get(name) ?? 'none'}`);
}

/** A setup as readable names and values. */
function inWords(profile: Profile): Map<string, string> {
  const minutes = (count: number | null) => (count === null ? null : `every ${count} minutes`);
  const words: [string, string | number | null][] = [
    ['Station name', profile.station_name_request],
    ['Kind of place', profile.industry && INDUSTRY_WORDS[profile.industry]],
    ['Voice', profile.voice_preference],
    ...profile.radio_id_texts.map((text, n): [string, string] => [`Radio ID text ${n + 1}`, text]),
    ['Radio IDs', minutes(profile.radio_id_frequency)],
    ['Announcements', minutes(profile.announcement_frequency)],
    ['Commercial spots per break', profile.commercial_spots_per_break],
    ['Before the first air', profile.hears_first ? 'wants to hear it first' : null],
    ...wishesInWords(profile.music_wishes),
  ];
  return new Map(words.flatMap(([name, text]) => (text === null ? [] : [[name, String(text)]])));
}
