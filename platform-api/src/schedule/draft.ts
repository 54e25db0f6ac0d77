import type { Knex } from 'knex';
import { ANNOUNCEMENT_FREQUENCY, RADIO_ID_FREQUENCY } from '../../contract/setup/values.ts';
import {
  DEFAULT_MIXING,
  DEFAULT_SEPARATION,
  SPOTS_IN_BREAK,
} from '../../contract/schedule/values.ts';
import { NO_WISHES } from '../../contract/setup/music-wishes.ts';
import type { MusicLacking } from '../../contract/schedule/schemas.ts';
import type { ScheduleDraft } from '../../contract/schedule/draft.ts';
import { Profile } from '../accounts/profile.ts';
import { zoneOfCountry } from '../accounts/countries.ts';
import { AIRS_AS, customerItems, type CustomerItem } from './document.ts';
import { musicFor, type MusicRules } from './wished-music.ts';
import { namesOf } from '../library/track-queries.ts';
import { fileNamesOf } from '../assets/asset-queries.ts';

/** A draft from the setup form of the customer: its rules, and its wishes for the music. */
export async function draftFromSetup(
  db: Knex,
  station: { id: string; user_id: string },
): Promise<ScheduleDraft> {
  const { lacking: _, ...draft } = await proposalFor(db, station);
  return draft;
}

/** The same, and why no playlist is proposed; null: one is. */
export async function proposalFor(
  db: Knex,
  { id, user_id }: { id: string; user_id: string },
): Promise<ScheduleDraft & { lacking: MusicLacking | null }> {
  const [profile, items] = await Promise.all([
    Profile.find(db, user_id),
    customerItems(db, user_id),
  ]);
  const wishes = profile?.music_wishes ?? NO_WISHES;
  const airing = (as: string) => items.filter(({ kind }) => AIRS_AS[kind] === as).length;
  const spots = Math.min(
    profile?.commercial_spots_per_break ?? SPOTS_IN_BREAK.min,
    airing('commercial_spot'),
    SPOTS_IN_BREAK.max,
  );
  const radio_ids: ScheduleDraft['radio_ids'] =
    airing('radio_id') === 0
      ? null
      : {
          items: 'all',
          every_minutes: profile?.radio_id_frequency ?? RADIO_ID_FREQUENCY.default,
        };
  const breaks: ScheduleDraft['breaks'] =
    spots === 0
      ? null
      : {
          items: 'all',
          every_minutes: profile?.announcement_frequency ?? ANNOUNCEMENT_FREQUENCY.default,
          spots,
        };
  const separation = DEFAULT_SEPARATION;
  const due = dueMostOften(items, { radio_ids, breaks });
  return {
    zone: wishes.zone ?? zoneOfCountry(profile?.country ?? ''),
    ...(await musicFor(db, { station: id, wishes, rules: { separation, due } })),
    separation,
    radio_ids,
    breaks,
    fixed_items: [],
    opening_hours: wishes.opening_hours.length > 0 ? wishes.opening_hours : null,
  };
}

/** What is due most often, with the longest speech that airs at once. */
function dueMostOften(
  items: readonly CustomerItem[],
  { radio_ids, breaks }: Pick<ScheduleDraft, 'radio_ids' | 'breaks'>,
): MusicRules['due'] {
  const minutes = [radio_ids, breaks].flatMap((rule) => rule?.every_minutes ?? []);
  if (minutes.length === 0) return null;
  const longest = (as: string) =>
    Math.max(
      0,
      ...items
        .filter(({ kind }) => AIRS_AS[kind] === as)
        .map(({ duration_seconds }) => duration_seconds ?? 0),
    );
  const speech_seconds =
    (radio_ids ? longest('radio_id') : 0) +
    (breaks ? breaks.spots * longest('commercial_spot') : 0);
  return { minutes: Math.min(...minutes), speech_seconds };
}

/** A difference between two schedules, as a sentence. */
export interface ScheduleChange {
  field: string;
  message: string;
}

/** Gives the name of a playlist or item. */
export type NameOf = (id: string) => string;

/** The differences of a draft from an earlier one; null: everything is new. */
export function compareDrafts(
  before: ScheduleDraft | null,
  after: ScheduleDraft,
  nameOf: NameOf,
): ScheduleChange[] {
  const [old, now] = [before ? inWords(before, nameOf) : new Map(), inWords(after, nameOf)];
  const fields = new Set([...now.keys(), ...old.keys()]);
  return [...fields].flatMap((field) => {
    const [was, is] = [old.get(field), now.get(field)];
    if (was?.text === is?.text) return [];
    const name = (is ?? was)?.name ?? field;
    const text = is?.text ?? 'none';
    return [
      {
        field,
        message: before ? `${name}: ${was?.text ?? 'none'} → ${text}.` : `${name}: ${text}.`,
      },
    ];
  });
}

/** A schedule as readable names and values, by field. */
function inWords(
  draft: ScheduleDraft,
  nameOf: NameOf,
): Map<string, { name: string; text: string }> {
  const { separation, radio_ids, breaks, opening_hours } = draft;
  const words = new Map<string, { name: string; text: string }>();
  const say = (field: string, name: string, text: string) => words.set(field, { name, text });
  const music = (playlists: ScheduleDraft['playlists']) =>
    playlists
      .map(
        ({ playlist_id, weight }) => `${nameOf(playlist_id)}${weight === 1 ? '' : ` × ${weight}`}`,
      )
      .join(', ');
  const items = (chosen: string[] | 'all') =>
    chosen === 'all' ? 'all' : chosen.map(nameOf).join(', ');
  const hours = ({ days, from, to }: { days: string[]; from: string; to: string }) =>
    `${days.length === 7 ? 'every day' : days.join(', ')} ${from} to ${to}`;

  say('zone', 'Time zone', draft.zone);
  say('playlists', 'Music', music(draft.playlists));
  for (const [n, part] of draft.day_parts.entries()) {
    say(
      `day_parts.${n}`,
      `Day part ${n + 1}`,
      `${part.name}, ${hours(part)}: ${music(part.playlists)}`,
    );
  }
  say('separation.title_hours', 'Hours until a title airs again', String(separation.title_hours));
  say(
    'separation.artist_tracks',
    'Tracks until an artist airs again',
    String(separation.artist_tracks),
  );
  if (radio_ids) {
    say(
      'radio_ids',
      'Radio IDs',
      `every ${radio_ids.every_minutes} minutes, ${items(radio_ids.items)}`,
    );
  }
  if (breaks) {
    const { every_minutes, spots } = breaks;
    say(
      'breaks',
      'Breaks',
      `every ${every_minutes} minutes, ${spots} ${spots === 1 ? 'spot' : 'spots'} of ${items(breaks.items)}`,
    );
  }
  for (const [n, { item_id, at, days, is_hard }] of draft.fixed_items.entries()) {
    const when = `${days.length === 7 ? 'every day' : days.join(', ')} at ${at}`;
    const how = is_hard ? 'at the minute' : 'after what is on air';
    say(`fixed_items.${n}`, `Fixed item ${n + 1}`, `${nameOf(item_id)}, ${when}, ${how}`);
  }
  const { segues, radio_ids_over_music, fixed_items_over_music } = draft.mixing ?? DEFAULT_MIXING;
  if (!segues) say('mixing.segues', 'Segues', 'off');
  if (!radio_ids_over_music) say('mixing.radio_ids_over_music', 'Radio IDs over intros', 'off');
  if (!fixed_items_over_music) {
    say('mixing.fixed_items_over_music', 'Items at their minute over the music', 'off');
  }
  if (opening_hours) say('opening_hours', 'Opening hours', opening_hours.map(hours).join('; '));
  return words;
}

/** The names of playlists and items that drafts mention. */
export async function readNames(db: Knex, drafts: (ScheduleDraft | null)[]): Promise<NameOf> {
  const known = drafts.filter((draft) => draft !== null);
  const playlists = known.flatMap((draft) =>
    [draft.playlists, ...draft.day_parts.map((part) => part.playlists)].flat(),
  );
  const items = known.flatMap(({ radio_ids, breaks, fixed_items }) => [
    ...[radio_ids, breaks].flatMap((rule) => (Array.isArray(rule?.items) ? rule.items : [])),
    ...fixed_items.map(({ item_id }) => item_id),
  ]);
  const [ofMusic, ofFiles] = await Promise.all([
    namesOf(db, [...playlists.map(({ playlist_id }) => playlist_id), ...items]),
    fileNamesOf(db, items),
  ]);
  return (id) => {
    const name = ofMusic.get(id) ?? ofFiles.get(id);
    return name === undefined ? 'a deleted one' : `“${name}”`;
  };
}
