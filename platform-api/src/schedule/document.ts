import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Knex } from 'knex';
import type { ScheduleDraft } from '../../contract/schedule/draft.ts';
import type { ScheduleProblem } from '../../contract/schedule/schemas.ts';
import {
  type AiredKind,
  type Weekday as WeekdayName,
  WEEKDAYS,
} from '../../contract/schedule/values.ts';
import { type AudioKind } from '../../contract/assets/values.ts';
import { zoneFault } from '../../contract/zones.ts';
import { RENDITIONS } from '../preparation/media-engine.ts';
import type { Item } from '../timeline/airing.ts';
import { hashText } from '../timeline/hash.ts';
import {
  ALGORITHM_VERSION,
  type PlaylistShare,
  type Schedule,
  type Weekday,
} from '../timeline/schedule.ts';
import { isZone } from '../timeline/zone-clock.ts';
import { PLAYLISTS_IN_USE, newestVersion, TRACKS_IN_USE } from '../library/track-queries.ts';
import { READY_SOUNDS, readySounds } from '../preparation/sound-queries.ts';
import { storedSounds } from '../assets/asset-queries.ts';
import { IS_NEVER_PLAYED, neverPlayedBy } from './never-played.ts';

/** A draft resolved to prepared files, as one JSON document. */
export interface BuiltDocument {
  /** A `Schedule` as JSON. Large, so it is never parsed in this process. */
  text: string;
  /** The versions of playlists in it. */
  playlists: PlaylistUse[];
  /** The customer's files in it, and their prepared files. */
  asset_ids: string[];
  prepared_file_ids: string[];
}

/** The version of a playlist that a revision uses. */
export interface PlaylistUse {
  playlist_id: string;
  number: number;
}

export const compress = (text: string): Promise<Buffer> => promisify(gzip)(text);

/** The kind of item that a customer's file becomes. */
export const AIRS_AS: Record<AudioKind, AiredKind> = {
  radio_id: 'radio_id',
  jingle: 'radio_id',
  commercial: 'commercial_spot',
};

/** SQL: the renditions of a prepared file without their sizes. Of 100,000 files in a tenth of a second. */
const ITEM_RENDITIONS = `(f.renditions ${Object.keys(RENDITIONS)
  .map((name) => `#- '{${name},size_bytes}'`)
  .join(' ')})`;

/** A song that is not measured has neither a segue nor an intro. */
const TRACK_ITEM = `json_build_object('id', t.id, 'kind', 'music', 'title', t.title, 'artist', t.artist,
  'album', t.album, 'cover_key', t.cover_key, 'units', f.units,
  'segue_units', coalesce(t.segue_units, f.segue_units, 0),
  'intro_units', coalesce(t.intro_units, f.intro_units, 0), 'renditions', ${ITEM_RENDITIONS})`;

const LISTS = `lists as (
  select p.id as playlist_id, p.name, p.is_in_order, v.id, v.number, v.track_ids
  from ${PLAYLISTS_IN_USE} p
  cross join lateral ${newestVersion('p.id')} v
  where p.id = any(:playlists::uuid[])
)`;

/** SQL: the tracks of a playlist that are rated so; null: none. */
const ratedOf = (rating: 'more' | 'less'): string => `(
  select json_agg(id order by id) from rated where rating = '${rating}' and id = any(lists.track_ids)
)`;

/** The tracks of the newest versions of playlists and single ones: ready ones, neither retired nor never played. */
const RESOLVE = `
  with ${LISTS}, usable as (
    select t.id, ${TRACK_ITEM} as item
    from ${TRACKS_IN_USE} t join ${READY_SOUNDS} f on f.id = t.prepared_file_id
    where (t.id = any(:single::uuid[]) or (t.id in (
        select unnest(track_ids) from lists
        except select track_id from rated_tracks where station_id = :station and rating = 'never'
      ) and not ${IS_NEVER_PLAYED}))
  ), rated as materialized ( -- so that only these few are looked up in the playlists
    select id, rating from usable join rated_tracks on track_id = id where station_id = :station
  )
  select
    (select coalesce(json_agg(item order by id), '[]')::text from usable) as items,
    (select coalesce(json_agg(json_build_object(
      'id', id, 'name', name, 'is_in_order', is_in_order, 'items', (
        select coalesce(json_agg(u.id order by place), '[]')
        from unnest(lists.track_ids) with ordinality as listed (id, place) join usable u using (id)
      ), 'more', ${ratedOf('more')}, 'less', ${ratedOf('less')}) order by id), '[]')::text from lists) as playlists,
    (select coalesce(json_agg(json_build_object('playlist_id', playlist_id, 'id', id, 'number', number)), '[]')
      from lists) as versions,
    (select coalesce(json_agg(id), '[]') from usable where id = any(:single::uuid[])) as single`;

interface Resolved {
  items: string;
  playlists: string;
  versions: { playlist_id: string; id: string; number: number }[];
  single: string[];
}

/** A customer's audio file, with its prepared file if that is ready. */
export interface CustomerItem {
  id: string;
  kind: AudioKind;
  file_name: string;
  duration_seconds: number | null;
  prepared_file_id: string | null;
  units: number | null;
  renditions: Item['renditions'] | null;
}

const audioItems = (db: Knex) =>
  db(storedSounds(db).as('a'))
    .leftJoin(readySounds(db).as('f'), 'f.id', 'a.prepared_file_id')
    .select<CustomerItem[]>(
      'a.id',
      'a.kind',
      'a.file_name',
      'a.duration_seconds',
      'a.prepared_file_id',
      'f.units',
      db.raw(`case when f.id is not null then ${ITEM_RENDITIONS} end as renditions`),
    );

/** The customer's audio files, by kind and name. */
export const customerItems = (db: Knex, userId: string): Promise<CustomerItem[]> =>
  audioItems(db)
    .where({ user_id: userId })
    .orderBy(['a.kind', 'a.file_name', 'a.id'])
    .then((rows) => rows);

/** A customer's file as an item; null: it is not ready. */
export function itemOf({ id, kind, file_name, units, renditions }: CustomerItem): Item | null {
  if (units === null || renditions === null) return null;
  const title = file_name.replace(/\.[^.]*$/, '');
  const texts = { title, artist: null, album: null, cover_key: null };
  return { id, kind: AIRS_AS[kind], ...texts, units, renditions };
}

/** A track of the library as an item; undefined: unknown, retired or not ready. */
export async function trackItem(db: Knex, id: string): Promise<Item | undefined> {
  const { rows } = await db.raw<{ rows: { item: Item }[] }>(
    `select ${TRACK_ITEM} as item
     from ${TRACKS_IN_USE} t join ${READY_SOUNDS} f on f.id = t.prepared_file_id where t.id = ?`,
    [id],
  );
  return rows[0]?.item;
}

/** A track of the library, or any customer's file; null: unknown or not ready. */
export async function itemById(db: Knex, id: string): Promise<Item | null> {
  const track = await trackItem(db, id);
  if (track) return track;
  const file = await audioItems(db).where({ 'a.id': id }).first();
  return file ? itemOf(file) : null;
}

const problem = (
  code: string,
  message: string,
  field: string,
  playlist_id: string | null = null,
): ScheduleProblem => ({ code, message, field, playlist_id, mends: [] });

/**
 * Resolves a draft with the newest versions of its playlists. Problems keep it from being resolved.
 * @param station.id the seed of its shuffles
 */
export async function buildDocument(
  db: Knex,
  station: { id: string; user_id: string },
  draft: ScheduleDraft,
): Promise<{ built: BuiltDocument | null; problems: ScheduleProblem[] }> {
  const [assets, never] = await Promise.all([
    customerItems(db, station.user_id),
    neverPlayedBy(db, station.user_id),
  ]);
  const known = new Map(assets.map((asset) => [asset.id, asset]));
  const shares = [draft.playlists, ...draft.day_parts.map(({ playlists }) => playlists)].flat();
  const single = draft.fixed_items.map(({ item_id }) => item_id).filter((id) => !known.has(id));
  const { rows } = await db.raw<{ rows: Resolved[] }>(RESOLVE, {
    playlists: [...new Set(shares.map(({ playlist_id }) => playlist_id))],
    single,
    station: station.id,
    never,
  });
  const [found] = rows;
  if (!found) throw new Error('A query of aggregates has one row.');
  const versions = new Map(found.versions.map((version) => [version.playlist_id, version]));
  const problems = problemsOf(draft, { versions, known, tracks: new Set(found.single) });
  if (problems.length > 0) return { built: null, problems };

  const used = new Map<string, Item>();
  /** The ready ones of the customer's files, noted as used. */
  function take(of: CustomerItem[]): string[] {
    const items = of.flatMap((asset) => itemOf(asset) ?? []);
    for (const item of items) used.set(item.id, item);
    return items.map(({ id }) => id);
  }
  const chosen = (items: string[] | 'all', as: AiredKind) =>
    take(
      items === 'all'
        ? assets.filter(({ kind }) => AIRS_AS[kind] === as)
        : items.flatMap((id) => known.get(id) ?? []),
    );
  const sharesOf = (playlists: ScheduleDraft['playlists']): PlaylistShare[] =>
    playlists.map(({ playlist_id, weight }) => ({
      playlist_id: versions.get(playlist_id)?.id ?? playlist_id,
      weight,
    }));
  const schedule: Omit<Schedule, 'items' | 'playlists'> = {
    algorithm: ALGORITHM_VERSION,
    seed: hashText(station.id),
    zone: draft.zone,
    default_playlists: sharesOf(draft.playlists),
    day_parts: draft.day_parts.map(({ playlists, days, ...part }) => ({
      ...part,
      days: days.map(isoDay),
      playlists: sharesOf(playlists),
    })),
    separation: draft.separation,
    radio_ids: draft.radio_ids && {
      every_minutes: draft.radio_ids.every_minutes,
      items: chosen(draft.radio_ids.items, 'radio_id'),
    },
    breaks: draft.breaks && {
      every_minutes: draft.breaks.every_minutes,
      spots: draft.breaks.spots,
      items: chosen(draft.breaks.items, 'commercial_spot'),
    },
    fixed_items: draft.fixed_items.map(({ days, item_id, ...fixed }, n) => {
      take([known.get(item_id) ?? []].flat());
      return { id: `${n} ${item_id} ${fixed.at}`, item_id, days: days.map(isoDay), ...fixed };
    }),
    ...(draft.mixing && { mixing: draft.mixing }),
    opening_hours:
      draft.opening_hours?.map(({ days, ...hours }) => ({ ...hours, days: days.map(isoDay) })) ??
      null,
  };
  // Joined as text: a hundred thousand tracks would block this process while they are parsed.
  const own = JSON.stringify([...used.values()]);
  const items = joinLists(found.items, own);
  const rest = JSON.stringify(schedule).slice(1);
  const text = `{"items":${items},"playlists":${found.playlists},${rest}`;
  const playlists = found.versions.map(({ playlist_id, number }) => ({ playlist_id, number }));
  const asset_ids = [...used.keys()];
  const prepared_file_ids = asset_ids.flatMap((id) => known.get(id)?.prepared_file_id ?? []);
  return { built: { text, playlists, asset_ids, prepared_file_ids }, problems: [] };
}

/** Two JSON lists as one. */
function joinLists(one: string, other: string): string {
  if (other === '[]') return one;
  return one === '[]' ? other : `${one.slice(0, -1)},${other.slice(1)}`;
}

function isoDay(day: WeekdayName): Weekday {
  // The list is in ISO's order.
  return (WEEKDAYS.indexOf(day) + 1) as Weekday;
}

/** The reasons why a draft cannot be resolved. */
function problemsOf(
  draft: ScheduleDraft,
  found: {
    versions: Map<string, unknown>;
    known: Map<string, CustomerItem>;
    tracks: Set<string>;
  },
): ScheduleProblem[] {
  const { versions, known, tracks } = found;
  const problems: ScheduleProblem[] = [];
  if (!isZone(draft.zone)) {
    const message = zoneFault(draft.zone) ?? `There is no time zone ${draft.zone}.`;
    problems.push(problem('invalid', message, 'zone'));
  }
  const lists = [
    { playlists: draft.playlists, field: 'playlists' },
    ...draft.day_parts.map(({ playlists }, n) => ({
      playlists,
      field: `day_parts.${n}.playlists`,
    })),
  ];
  for (const { playlists, field } of lists) {
    for (const { playlist_id } of playlists) {
      if (versions.has(playlist_id)) continue;
      const message = 'This playlist is archived or does not exist. Choose another one.';
      problems.push(problem('playlist_missing', message, field, playlist_id));
    }
  }
  const isReady = (asset: CustomerItem) => itemOf(asset) !== null;
  for (const [field, rule, as, words] of [
    ['radio_ids', draft.radio_ids, 'radio_id', 'radio ID or jingle'],
    ['breaks', draft.breaks, 'commercial_spot', 'commercial'],
  ] as const) {
    if (!rule) continue;
    if (rule.items === 'all') {
      const some = [...known.values()].some((one) => AIRS_AS[one.kind] === as && isReady(one));
      if (some) continue;
      const message = `The customer has no ${words} that is ready for the air. Upload one, or let none air.`;
      problems.push(problem('items_missing', message, field));
      continue;
    }
    for (const [n, id] of rule.items.entries()) {
      const asset = known.get(id);
      if (asset && isReady(asset)) continue;
      const name = asset ? `“${asset.file_name}”` : 'This file';
      const message = `${name} ${asset ? 'is not ready for the air' : 'was deleted'}. Leave it out, or wait until it is ready.`;
      problems.push(problem('item_not_ready', message, `${field}.items.${n}`));
    }
  }
  for (const [n, { item_id }] of draft.fixed_items.entries()) {
    const asset = known.get(item_id);
    if (asset ? isReady(asset) : tracks.has(item_id)) continue;
    const message =
      'The fixed item is not ready for the air, is retired or was deleted. Choose another one.';
    problems.push(problem('item_not_ready', message, `fixed_items.${n}.item_id`));
  }
  return problems;
}
