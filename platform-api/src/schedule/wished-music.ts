import type { Knex } from 'knex';
import type { PlaylistRule } from '../../contract/library/playlists.ts';
import { MIN_MEAN_TRACK_SECONDS, WEEKDAYS } from '../../contract/schedule/values.ts';
import { TRACK_ENERGY } from '../../contract/library/values.ts';
import { type DayEnergy, type Mood } from '../../contract/setup/values.ts';
import {
  ENERGY_DETAILS,
  MOOD_DETAILS,
  type MusicWishes,
} from '../../contract/setup/music-wishes.ts';
import { NO_PLAYLIST_ID, type MusicLacking } from '../../contract/schedule/schemas.ts';
import { type ScheduleDraft } from '../../contract/schedule/draft.ts';
import { UNIT_MS } from '../timeline/airing.ts';
import { PLAYLISTS_IN_USE, newestVersion, TRACKS_IN_USE } from '../library/track-queries.ts';
import { READY_SOUNDS } from '../preparation/sound-queries.ts';
import { IS_NEVER_PLAYED, neverPlayed } from './never-played.ts';
import { STATIONS_FROM_HERE } from '../stations/station-queries.ts';

type Playlists = ScheduleDraft['playlists'];

/** A playlist with tracks, the rule of its newest version, and what its songs can keep. */
interface Candidate extends Songs {
  id: string;
  name: string;
  rule: PlaylistRule | null;
}

/** The songs of a playlist that may air on a station: the same title by the same artist counts once. */
export interface Songs {
  songs: number;
  seconds: number;
  longest_seconds: number;
  artists: number;
  /** Songs of the artist with most of them. */
  most_of_artist: number;
}

/** The most playlists that one search compares. */
const MOST_CANDIDATES = 50;

/**
 * The operator's playlists, the one that most stations on air play first, then the longest. A song counts where
 * `buildDocument` would take it.
 */
const CANDIDATES = `
  with lists as (
    select p.id, p.name, v.rule, v.track_ids from ${PLAYLISTS_IN_USE} p
    cross join lateral ${newestVersion('p.id')} v
    where p.system_station is null and cardinality(v.track_ids) > 0
      and (:explicit or not exists (
        select from ${TRACKS_IN_USE} t where id = any(v.track_ids) and is_explicit
      ))
    order by (
      select count(*) from ${STATIONS_FROM_HERE} s join station_schedules d on d.station_id = s.id
      where d.draft->'playlists' @> jsonb_build_array(jsonb_build_object('playlist_id', p.id))
    ) desc, v.duration_seconds desc, p.id
    limit ${MOST_CANDIDATES}
  )
  select lists.id, lists.name, lists.rule, counted.* from lists
  cross join lateral (
    select count(*) as songs, coalesce(sum(seconds), 0) as seconds, coalesce(max(longest), 0) as longest_seconds,
      count(distinct artist) as artists, coalesce(max(of_artist), 0) as most_of_artist
    from (
      select artist, seconds, longest, count(*) filter (where artist <> '') over (partition by artist) as of_artist
      from (
        select lower(coalesce(t.artist, '')) as artist, min(f.units) * ${UNIT_MS / 1_000}::float8 as seconds,
          max(f.units) * ${UNIT_MS / 1_000}::float8 as longest
        from ${TRACKS_IN_USE} t join ${READY_SOUNDS} f on f.id = t.prepared_file_id
        where t.id = any(lists.track_ids)
          and not ${IS_NEVER_PLAYED}
          and not exists (
            select from rated_tracks where station_id = :station and track_id = t.id and rating = 'never'
          )
        group by lower(coalesce(t.artist, '')), lower(t.title)
      ) each_song
    ) songs
  ) counted`;

/** The rotation keeps artists apart up to this share of what their numbers would allow. */
const ARTIST_SHARE = 0.7;
/** Songs of one artist come in rows where titles hold most others back, so this is rarer than chance needs: e^-32. */
const RARE = 32;
const LEAST_SPARE = 4;

/** So many songs must be left when all others are held back by their titles: any may be by an artist of the last ones. */
function spareOf({ songs, most_of_artist }: Songs, { artist_tracks }: Separation): number {
  const heldBack = Math.min(0.95, (artist_tracks * most_of_artist) / Math.max(1, songs));
  return heldBack === 0
    ? LEAST_SPARE
    : Math.max(LEAST_SPARE, Math.ceil(RARE / -Math.log(heldBack)));
}

/** The separation that a playlist can keep: no more than is wanted. */
function keptBy(of: Songs, wanted: Separation): Separation {
  const { songs, seconds, longest_seconds, artists, most_of_artist } = of;
  const apart = Math.floor((ARTIST_SHARE * songs) / Math.max(1, most_of_artist)) - 1;
  const artist_tracks = Math.max(0, Math.min(wanted.artist_tracks, apart, artists - 2));
  const spare = spareOf(of, { ...wanted, artist_tracks }) * (seconds / Math.max(1, songs));
  const hours = Math.floor((seconds - spare - longest_seconds) / 3_600);
  return { title_hours: Math.max(0, Math.min(wanted.title_hours, hours)), artist_tracks };
}

type Separation = ScheduleDraft['separation'];

/** The rules that a playlist must keep, to be proposed. */
export interface MusicRules {
  separation: Separation;
  /** The minutes of the rule that is due most often, and the speech that airs then, in s; null: nothing is due. */
  due: { minutes: number; speech_seconds: number } | null;
}

/** Whether a playlist alone keeps the rules of a station, by its numbers: a simulation of each would take a second. */
export function fitsRules(candidate: Songs, { separation, due }: MusicRules): boolean {
  const kept = keptBy(candidate, separation);
  return (
    kept.title_hours === separation.title_hours &&
    kept.artist_tracks === separation.artist_tracks &&
    candidate.seconds / candidate.songs >= MIN_MEAN_TRACK_SECONDS &&
    // What is due while a longer song airs is missed.
    (due === null || candidate.longest_seconds + due.speech_seconds < due.minutes * 60)
  );
}

/** The music of a new schedule, and why no playlist is proposed; null: one is. */
interface WishedMusic extends Pick<ScheduleDraft, 'playlists' | 'day_parts'> {
  lacking: MusicLacking | null;
}

/**
 * The music of a new schedule, of playlists that keep its rules: for each wished mood the playlist whose rule names it, and
 * a day part for each wished part of the day. Without wishes, or where no playlist suits them, it is the usual playlist.
 */
export async function musicFor(
  db: Knex,
  { station, wishes, rules }: { station: string; wishes: MusicWishes; rules: MusicRules },
): Promise<WishedMusic> {
  // An unanswered question leaves the choice to the admin.
  const explicit = wishes.explicit_songs !== false;
  const found = await db.raw<{ rows: Candidate[] }>(CANDIDATES, {
    explicit,
    station,
    never: neverPlayed(wishes.never_play),
  });
  const rows = found.rows.filter((candidate) => fitsRules(candidate, rules));
  const usual = [{ playlist_id: rows[0]?.id ?? NO_PLAYLIST_ID, weight: 1 }];
  const suiting = (energy: DayEnergy | null, otherwise: Playlists): Playlists => {
    const ids = wishes.moods.flatMap((mood) => ofMood(rows, mood, energy) ?? []);
    const chosen = ids.length > 0 || energy === null ? ids : ofEnergy(rows, energy);
    if (chosen.length === 0) return otherwise;
    return [...new Set(chosen)].map((playlist_id) => ({ playlist_id, weight: 1 }));
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
    lacking: rows.length > 0 ? null : lackingOf(found.rows, rules),
  };
}

/** So many playlists that nearly keep the rules are offered. */
const OFFERED = 3;

function lackingOf(candidates: readonly Candidate[], { separation }: MusicRules): MusicLacking {
  const longest = candidates.toSorted((one, other) => other.seconds - one.seconds);
  const nearly = longest
    .filter(({ songs }) => songs > 1)
    .slice(0, OFFERED)
    .map((candidate) => ({
      playlist_id: candidate.id,
      name: candidate.name,
      songs: candidate.songs,
      needed_songs: neededOf(candidate, separation),
      separation: keptBy(candidate, separation),
    }));
  const [best] = nearly;
  const wanted = `A title may air again after ${counted(separation.title_hours, 'hour')}, and an artist after ${counted(separation.artist_tracks, 'track')}`;
  const message =
    best === undefined
      ? 'No playlist has songs for this station yet. Add music, and make a playlist of it.'
      : best.needed_songs > best.songs
        ? `No playlist is enough for this station. ${wanted}: “${best.name}” has ${best.songs} of about ${best.needed_songs} songs.`
        : `No playlist is enough for this station. ${wanted}: the songs of “${best.name}” are too long, or too many are by one artist.`;
  return { message, nearly };
}

/** About as many songs of the same length as the separation needs. */
function neededOf(of: Songs, separation: Separation): number {
  const mean = Math.max(1, of.seconds / of.songs);
  const wanted = separation.title_hours * 3_600 + of.longest_seconds;
  return Math.ceil(wanted / mean) + spareOf(of, keptBy(of, separation));
}

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

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
