import type { Knex } from 'knex';
import type { PlaylistRule } from '../../contract/library-playlists.ts';
import { TRACK_ENERGY, WEEKDAYS, type DayEnergy, type Mood } from '../../contract/limits.ts';
import { ENERGY_DETAILS, MOOD_DETAILS, type MusicWishes } from '../../contract/music-wishes.ts';
import type { ScheduleDraft } from '../../contract/schedule.ts';

type Playlists = ScheduleDraft['playlists'];

/** A playlist with tracks, and the rule of its newest version. */
interface Candidate {
  id: string;
  rule: PlaylistRule | null;
}

/** The operator's playlists. The one of most stations on air here is first; among equals the longest. */
const CANDIDATES = `
  select p.id, v.rule from playlists p
  cross join lateral (
    select rule, track_ids, duration_seconds from playlist_versions
    where playlist_id = p.id order by number desc limit 1
  ) v
  where p.archived_at is null and p.system_station is null and cardinality(v.track_ids) > 0
    and (:explicit or not exists (
      select from library_tracks where id = any(v.track_ids) and is_explicit and retired_at is null
    ))
  order by (
    select count(*) from radio_stations s join station_schedules d on d.station_id = s.id
    where s.is_on_air_here
      and d.draft->'playlists' @> jsonb_build_array(jsonb_build_object('playlist_id', p.id))
  ) desc, v.duration_seconds desc, p.id`;

/** A playlist id that no playlist has: the admin is asked to choose one. */
const NO_PLAYLIST = '00000000-0000-4000-8000-000000000000';

/**
 * The music of a new schedule: for each wished mood the playlist whose rule names it, and a day part for each wished
 * part of the day. Without wishes, or where no playlist suits them, it is the usual playlist.
 */
export async function musicFor(
  db: Knex,
  wishes: MusicWishes,
): Promise<Pick<ScheduleDraft, 'playlists' | 'day_parts'>> {
  // An unanswered question leaves the choice to the admin.
  const explicit = wishes.explicit_songs !== false;
  const { rows } = await db.raw<{ rows: Candidate[] }>(CANDIDATES, { explicit });
  const usual = [{ playlist_id: rows[0]?.id ?? NO_PLAYLIST, weight: 1 }];
  const suiting = (energy: DayEnergy | null, otherwise: Playlists): Playlists => {
    const ids = wishes.moods.flatMap((mood) => ofMood(rows, mood, energy) ?? []);
    const found = ids.length > 0 || energy === null ? ids : ofEnergy(rows, energy);
    if (found.length === 0) return otherwise;
    return [...new Set(found)].map((playlist_id) => ({ playlist_id, weight: 1 }));
  };
  const playlists = suiting(null, usual);
  return {
    playlists,
    day_parts: wishes.day.map(({ from, to, energy }) => ({
      name: ENERGY_DETAILS[energy].name,
      days: [...WEEKDAYS],
      from,
      to,
      playlists: suiting(energy, playlists),
    })),
  };
}

/** The playlist that suits a mood best, in an hour of this energy. */
function ofMood(from: readonly Candidate[], mood: Mood, energy: DayEnergy | null) {
  const { genres } = MOOD_DETAILS[mood];
  const suiting = from.flatMap(({ id, rule }) => {
    const isNamed = hasOne(rule?.moods, [mood]);
    if (!isNamed && !hasOne(rule?.genres, genres)) return [];
    return [{ id, fit: energy ? fitOf(rule, energy) : 0, isNamed }];
  });
  // Stable: among equals the usual one is first.
  const [best] = suiting.toSorted(
    (one, other) => other.fit - one.fit || Number(other.isNamed) - Number(one.isNamed),
  );
  return best?.id;
}

/** The playlist whose rule asks for this energy, if there is one. */
function ofEnergy(from: readonly Candidate[], energy: DayEnergy): string[] {
  const [best] = from
    .filter(({ rule }) => rule?.energy_from !== undefined || rule?.energy_to !== undefined)
    .map(({ id, rule }) => ({ id, fit: fitOf(rule, energy) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((one, other) => other.fit - one.fit);
  return best ? [best.id] : [];
}

/** The share of a rule’s energies that belong to a part of the day. */
function fitOf(rule: PlaylistRule | null, energy: DayEnergy): number {
  const { from, to } = ENERGY_DETAILS[energy];
  const [low, high] = [rule?.energy_from ?? TRACK_ENERGY.min, rule?.energy_to ?? TRACK_ENERGY.max];
  return Math.max(0, Math.min(high, to) - Math.max(low, from) + 1) / (high - low + 1);
}

/** Whether a rule names one of these values, in any case. */
function hasOne(named: readonly string[] | undefined, values: readonly string[]): boolean {
  const known = values.map((value) => value.toLowerCase());
  return (named ?? []).some((value) => known.includes(value.toLowerCase()));
}
