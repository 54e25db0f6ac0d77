import type { Knex } from 'knex';
import { TRACK_RATINGS } from '../../contract/schedule/values.ts';
import type {
  PromiseFigures,
  ScheduleProblem as Problem,
} from '../../contract/schedule/schemas.ts';
import type { ScheduleDraft } from '../../contract/schedule/draft.ts';
import { UNIT_MS } from '../timeline/airing.ts';
import type {
  Lateness,
  Mend,
  ProgrammeFigures,
  ScheduleProblem,
} from '../timeline/check-result.ts';
import { PLAYLIST_VERSIONS, playlistsOf } from '../library/track-queries.ts';

/** The field of a draft that each problem is about. */
const FIELDS: Record<ScheduleProblem['code'], string | null> = {
  invalid: null,
  playlist_empty: 'playlists',
  tracks_too_short: 'playlists',
  too_long: 'playlists',
  title_repeats: 'separation.title_hours',
  artist_repeats: 'separation.artist_tracks',
  radio_ids_missed: 'radio_ids.every_minutes',
  breaks_missed: 'breaks.every_minutes',
  fixed_item_missed: 'fixed_items',
  fixed_items_collide: 'fixed_items',
  no_music_between_breaks: 'breaks.every_minutes',
};

/** Problems of a simulated document, by the ids and fields of its draft. */
export async function presentProblems(
  db: Knex,
  stationId: string,
  draft: ScheduleDraft,
  problems: readonly ScheduleProblem[],
): Promise<Problem[]> {
  const versions = problems.flatMap(({ playlist_id }) => playlist_id ?? []);
  const lists = await playlistsOf(db, versions);
  const ratings = await ratingsIn(db, stationId, [...lists.keys()]);
  return problems.map(({ code, message, playlist_id, fixed_item_id, mends }) => {
    const list = lists.get(playlist_id ?? '');
    const fixed = fixedPlace(fixed_item_id);
    return {
      code,
      message: code in RATED ? `${message}${ratings.get(playlist_id ?? '') ?? ''}` : message,
      field: fixed === null ? FIELDS[code] : `fixed_items.${fixed}`,
      playlist_id: list?.playlist_id ?? null,
      mends: mends.map((mend) => presentMend(mend, list?.name)),
    };
  });

  /** The document names fixed items by their place in the draft (`buildDocument`). */
  function fixedPlace(id: string | null): number | null {
    const place = Number.parseInt(id ?? '', 10);
    return draft.fixed_items[place] ? place : null;
  }
}

/** Problems that a member’s ratings can cause: fewer tracks, or some more often. */
const RATED = { playlist_empty: true, title_repeats: true, artist_repeats: true };

/** A sentence about the member’s ratings for each version of a playlist that has rated tracks. */
async function ratingsIn(
  db: Knex,
  stationId: string,
  versions: string[],
): Promise<Map<string, string>> {
  const { rows } = await db.raw<{
    rows: { id: string; more: number; less: number; never: number }[];
  }>(
    `select v.id, ${TRACK_RATINGS.map((each) => `count(*) filter (where r.rating = '${each}') as "${each}"`).join(', ')}
     from ${PLAYLIST_VERSIONS} v
     join rated_tracks r on r.station_id = ? and r.track_id = any(v.track_ids)
     where v.id = any(?::uuid[]) group by v.id`,
    [stationId, versions],
  );
  return new Map(
    rows.map(({ id, more, less, never }) => {
      const counts = Object.entries({ never, more, less }).filter(([, count]) => count > 0);
      const words = counts.map(([rating, count]) => `${count} “${rating}”`).join(', ');
      return [id, ` The customer has rated some of its tracks: ${words}.`];
    }),
  );
}

function presentMend(mend: Mend, playlist: string | undefined): Problem['mends'][number] {
  switch (mend.change) {
    case 'add_tracks': {
      const to = playlist === undefined ? 'the playlist' : `“${playlist}”`;
      const tracks = mend.tracks === 1 ? '1 track' : `${mend.tracks} tracks`;
      return { message: `Add ${tracks} to ${to}.`, change: null };
    }
    case 'title_hours':
      return change('Hours until a title airs again', 'separation.title_hours', mend.to);
    case 'artist_tracks':
      return change('Tracks until an artist airs again', 'separation.artist_tracks', mend.to);
    case 'radio_id_minutes':
      return change('Minutes between radio IDs', 'radio_ids.every_minutes', mend.to);
    case 'break_minutes':
      return change('Minutes between breaks', 'breaks.every_minutes', mend.to);
    case 'fixed_item_time': {
      const place = Number.parseInt(mend.fixed_item_id, 10);
      return change('Time of the fixed item', `fixed_items.${place}.at`, mend.to);
    }
  }
}

const change = (name: string, field: string, value: string | number) => ({
  message: `${name}: ${value}.`,
  change: { field, value },
});

const seconds = (units: number): number => Math.round((units * UNIT_MS) / 100) / 10;

const presentLateness = (late: Lateness | null): PromiseFigures['breaks'] =>
  late && {
    aired: late.aired,
    missed: late.missed,
    median_seconds: seconds(late.median_units),
    worst_seconds: seconds(late.worst_units),
  };

/** Figures as the contract describes them. */
export function presentFigures(figures: ProgrammeFigures): PromiseFigures {
  const { seconds_per_hour: perHour, shortest_repeat_units: repeat } = figures;
  const minutes = (count: number) => Math.round(count / 6) / 10;
  return {
    radio_ids: presentLateness(figures.radio_ids),
    breaks: presentLateness(figures.breaks),
    shortest_repeat_minutes: repeat === null ? null : minutes((repeat * UNIT_MS) / 1_000),
    broken_separations: figures.broken_separations,
    music_minutes_per_hour: minutes(perHour.music),
    speech_minutes_per_hour: minutes(perHour.speech),
    spot_minutes_per_hour: minutes(perHour.spots),
  };
}
