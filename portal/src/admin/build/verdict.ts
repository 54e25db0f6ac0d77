// The wishes of a customer beside the programme, line by line.
import {
  ENERGY_DETAILS,
  MOOD_DETAILS,
  type MusicWishes,
  type WishedDayPart,
} from '@stationhouse/platform-api/contract/setup/music-wishes';
import type { Mood } from '@stationhouse/platform-api/contract/setup/values';
import { daysInWords } from '@stationhouse/platform-api/contract/schedule/weekdays';
import type {
  PlaylistMusic,
  Profile,
  ScheduleAsset,
  ScheduleDraft,
  SpokenId,
} from '@stationhouse/sdk/client';
import { lacksOf, minutesOf } from '../schedule/Asked.tsx';
import { minutesOf as minuteOf } from '../schedule/week.ts';
import { isLeft, unspokenInWords } from '../voices/use-speak-lines.ts';

/** A wish of the customer. */
export interface Wish {
  part: 'form' | 'radio_ids' | 'spots' | 'hours' | 'zone' | 'mood' | 'day' | 'never' | 'explicit';
  /** As it was asked for. */
  asked: string;
  /** What is in the programme instead, or where it is. */
  found: string;
  /** `preparing`: by the program, in a moment; `theirs`: it waits for the customer. */
  state: 'met' | 'preparing' | 'theirs' | 'missing';
  /** Its name in “Put on air without …”. */
  name: string;
  /** The change of the draft that brings it in. */
  mend?: { label: string; change: Partial<Omit<ScheduleDraft, 'day_parts'>> };
  /** The playlists of the draft that would bring it in, as the API names fields. */
  field?: string;
}

interface Programme {
  profile: Profile;
  draft: ScheduleDraft;
  assets: readonly ScheduleAsset[];
  /** The texts of the setup form and their speech; undefined: not loaded. */
  lines: readonly SpokenId[] | undefined;
  isSpeaking: boolean;
  /** The playlists of the draft by what they contain; undefined: not counted yet. */
  music: readonly PlaylistMusic[] | undefined;
  /** Counting failed, or the draft is not complete. */
  isUncountable: boolean;
  /** The name of a playlist. */
  nameOf: (id: string) => string;
}

/** A share of the songs from which a mood or an energy is heard. */
const HEARD_SHARE = 0.1;

/** Every wish of the setup form. A wish that was not expressed is no line. */
export function wishesOf(programme: Programme): Wish[] {
  const { profile } = programme;
  if (!profile.setup_form_submitted) {
    return [
      {
        part: 'form',
        asked: 'The setup form',
        found: 'The customer has not sent it yet.',
        state: 'missing',
        name: 'the setup form',
      },
    ];
  }
  return [radioIds(programme), ...spots(programme), ...hours(programme), ...musicWishes(programme)];
}

const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function radioIds(programme: Programme): Wish {
  const { profile, draft, assets, lines, isSpeaking } = programme;
  const wish = {
    part: 'radio_ids',
    asked: `Radio IDs ${minutesOf(profile.radio_id_frequency)}`,
    name: 'radio IDs',
  } as const;
  if (lines === undefined) return { ...wish, found: 'Loading...', state: 'preparing' };
  const left = lines.filter(isLeft);
  if (isSpeaking || left.some(({ take }) => take?.state === 'getting_ready')) {
    return { ...wish, found: `Speaking ${countOf(left.length, 'line')}...`, state: 'preparing' };
  }
  if (left.length > 0) {
    const found = unspokenInWords(left.length, lines.length);
    const name =
      left.length === lines.length ? wish.name : `${left.length} of ${lines.length} radio IDs`;
    return { ...wish, found, state: 'missing', name };
  }
  const lack = lacksOf({ draft, profile, assets }).find(({ part }) => part === 'radio_ids');
  if (lack) {
    const found =
      draft.radio_ids === null
        ? 'None in the programme.'
        : `${capital(minutesOf(draft.radio_ids.every_minutes))} in the programme.`;
    return { ...wish, found, state: 'missing', ...(lack.mend && { mend: lack.mend }) };
  }
  const { radio_ids: rule } = draft;
  const items = rule?.items ?? [];
  const airs = ({ accepted }: SpokenId) =>
    items === 'all' || items.includes(accepted?.asset_id ?? '');
  const silent = lines.filter((line) => !airs(line)).length;
  if (rule && silent > 0) {
    return {
      ...wish,
      found: `${silent} of ${lines.length} lines ${silent === 1 ? 'does' : 'do'} not air.`,
      state: 'missing',
      mend: { label: 'Air all of them', change: { radio_ids: { ...rule, items: 'all' } } },
    };
  }
  const files = assets.filter(({ airs_as }) => airs_as === 'radio_id').length - lines.length;
  const found = [
    ...(lines.length > 0 ? [countOf(lines.length, 'line')] : []),
    ...(files > 0 ? [`${countOf(files, 'file')} of the customer`] : []),
  ].join(', and ');
  return { ...wish, found: `${found}.`, state: 'met' };
}

function spots({ profile, draft, assets }: Programme): Wish[] {
  const { announcement_frequency: minutes, commercial_spots_per_break: inBreak } = profile;
  const files = assets.filter(({ airs_as }) => airs_as === 'commercial_spot');
  if (minutes === null) return [];
  const most = Math.max(1, inBreak ?? 1);
  const wish = {
    part: 'spots',
    asked: `Spots ${minutesOf(minutes)}, ${most} in a break`,
    name: 'spots',
  } as const;
  if (files.length === 0) {
    return [{ ...wish, found: 'The customer has not sent any yet.', state: 'theirs' }];
  }
  const waiting = files.filter(({ is_ready }) => !is_ready).length;
  if (waiting === files.length) {
    return [{ ...wish, found: `${countOf(waiting, 'file')} getting ready.`, state: 'theirs' }];
  }
  const lack = lacksOf({ draft, profile, assets }).find(({ part }) => part === 'breaks');
  const { breaks } = draft;
  if (lack || breaks === null) {
    const found =
      breaks === null
        ? 'None in the programme.'
        : `${capital(minutesOf(breaks.every_minutes))} in the programme.`;
    return [{ ...wish, found, state: 'missing', ...(lack?.mend && { mend: lack.mend }) }];
  }
  const wanted = Math.min(most, files.length);
  if (breaks.spots < wanted) {
    return [
      {
        ...wish,
        found: `${breaks.spots} in a break of the programme.`,
        state: 'missing',
        mend: {
          label: `Air ${wanted} in a break`,
          change: { breaks: { ...breaks, spots: wanted } },
        },
      },
    ];
  }
  const more = waiting > 0 ? `, ${waiting} more getting ready` : '';
  return [{ ...wish, found: `${countOf(files.length - waiting, 'file')}${more}.`, state: 'met' }];
}

function hours({ profile, draft }: Programme): Wish[] {
  const { opening_hours: wished = [], zone = null } = profile.music_wishes ?? {};
  const wishes: Wish[] = [];
  if (wished.length > 0) {
    const isSame = JSON.stringify(draft.opening_hours) === JSON.stringify(wished);
    const wish = {
      part: 'hours',
      asked: `Opening hours: ${wished.map(({ days, from, to }) => `${daysInWords(days)} ${from} to ${to}`).join('; ')}`,
      name: 'the opening hours',
    } as const;
    wishes.push(
      isSame
        ? { ...wish, found: 'Outside of them only music airs.', state: 'met' }
        : {
            ...wish,
            found:
              draft.opening_hours === null
                ? 'The programme is always open.'
                : 'The programme has other hours.',
            state: 'missing',
            mend: { label: 'Use their hours', change: { opening_hours: wished } },
          },
    );
  }
  if (zone !== null && draft.zone !== zone) {
    wishes.push({
      part: 'zone',
      asked: `Time zone ${zone}`,
      found: `The programme runs on ${draft.zone}.`,
      state: 'missing',
      name: 'the time zone',
      mend: { label: 'Use their time zone', change: { zone } },
    });
  }
  return wishes;
}

type Count = (music: PlaylistMusic) => number;

/** Counts of the music once it is known. */
function musicWishes(programme: Programme): Wish[] {
  const { profile, music, isUncountable } = programme;
  const wishes = profile.music_wishes;
  if (wishes === null) return [];
  const lines = [
    ...wishes.moods.map((mood) => moodWish(programme, mood)),
    ...wishes.day.map((part) => dayWish(programme, part)),
    ...otherWishes(programme, wishes),
  ];
  if (music !== undefined) return lines;
  return lines.map(({ field: _field, ...line }) =>
    isUncountable
      ? { ...line, found: 'Known once the music is chosen and checked.', state: 'preparing' }
      : { ...line, found: 'Counting the songs...', state: 'preparing' },
  );
}

/** 'n of m songs' of these playlists, and whether one hears it. */
function shareOf(
  { music = [] }: Programme,
  playlists: ScheduleDraft['playlists'],
  count: Count,
): { words: string; isHeard: boolean } {
  const ids = new Set(playlists.map(({ playlist_id }) => playlist_id));
  const chosen = music.filter(({ playlist_id }) => ids.has(playlist_id));
  const sum = (of: Count) => chosen.reduce((total, each) => total + of(each), 0);
  const [some, all] = [sum(count), sum(({ songs }) => songs)];
  return {
    words: `${some} of ${countOf(all, 'song')}`,
    isHeard: some > 0 && some >= HEARD_SHARE * all,
  };
}

const everyPlaylist = ({ playlists, day_parts }: ScheduleDraft): ScheduleDraft['playlists'] => [
  ...playlists,
  ...day_parts.flatMap((part) => part.playlists),
];

function moodWish(programme: Programme, mood: Mood): Wish {
  const { name, genres } = MOOD_DETAILS[mood];
  const { words, isHeard } = shareOf(
    programme,
    everyPlaylist(programme.draft),
    ({ moods }) => moods[mood] ?? 0,
  );
  return {
    part: 'mood',
    asked: `${name} music`,
    found: isHeard ? `${words}.` : `${words} are tagged ${[name, ...genres].join(', ')}.`,
    state: isHeard ? 'met' : 'missing',
    name: `${name.toLowerCase()} music`,
    field: 'playlists',
  };
}

/** The day part in force at a time of an ordinary Monday; -1: the default playlists are. */
function partAt({ day_parts }: ScheduleDraft, time: string): number {
  const at = minuteOf(time);
  return day_parts.findIndex(({ days, from, to }) => {
    if (!days.includes('mon')) return false;
    const [start, end] = [minuteOf(from), minuteOf(to)];
    return end > start ? at >= start && at < end : at >= start || at < end;
  });
}

function dayWish(programme: Programme, { from, to, energy }: WishedDayPart): Wish {
  const { draft, nameOf } = programme;
  const { name } = ENERGY_DETAILS[energy];
  const part = partAt(draft, from);
  const wish = {
    part: 'day',
    asked: `${name} from ${from} to ${to}`,
    name: `the ${name.toLowerCase()} hours`,
    field: part < 0 ? 'playlists' : `day_parts.${part}.playlists`,
  } as const;
  const playing = draft.day_parts[part]?.playlists ?? draft.playlists;
  const { words, isHeard } = shareOf(programme, playing, ({ energies }) => energies[energy] ?? 0);
  if (isHeard) return { ...wish, found: `${words}.`, state: 'met' };
  // Music that a curator has chosen for these hours alone needs no tags.
  const isOwn = JSON.stringify(playing) !== JSON.stringify(draft.playlists);
  const names = playing.map(({ playlist_id }) => `“${nameOf(playlist_id)}”`).join(', ');
  return isOwn
    ? { ...wish, found: `${names}, in these hours alone.`, state: 'met' }
    : { ...wish, found: `${words} of these hours have this energy.`, state: 'missing' };
}

function otherWishes(
  { music = [] }: Programme,
  { never_play, explicit_songs }: MusicWishes,
): Wish[] {
  const sum = (of: Count) => music.reduce((total, each) => total + of(each), 0);
  const wishes: Wish[] = [];
  if (never_play.length > 0) {
    const out = sum(({ left_out }) => left_out);
    wishes.push({
      part: 'never',
      asked: `Never ${never_play.join(', ')}`,
      found:
        out === 0
          ? 'No song of these playlists is concerned.'
          : `${countOf(out, 'song is', 'songs are')} left out.`,
      state: 'met',
      name: 'the songs that never play',
    });
  }
  if (explicit_songs === false) {
    const explicit = sum((each) => each.explicit_songs);
    wishes.push({
      part: 'explicit',
      asked: 'No explicit songs',
      found:
        explicit === 0
          ? 'None in the playlists.'
          : `${countOf(explicit, 'explicit song')} in the playlists.`,
      state: explicit === 0 ? 'met' : 'missing',
      name: 'the wish for no explicit songs',
      field: 'playlists',
    });
  }
  return wishes;
}

/** Names missing wishes for 'Put on air without …': 'radio IDs', 'radio IDs and spots', '3 wishes'. */
export function withoutWords(missing: readonly Wish[]): string {
  const names = [...new Set(missing.map(({ name }) => name))];
  return names.length > 2 ? `${names.length} wishes` : names.join(' and ');
}
