import type { Airing, MissedItem } from './airing.ts';
import { isSame, MendSearch } from './find-mends.ts';
import { ProblemFinder, type FoundProblem } from './find-problems.ts';
import { programmeFigures } from './programme-figures.ts';
import type { Schedule } from './schedule.ts';
import type { Mend, ScheduleCheck, ScheduleProblem } from './check-result.ts';
import { CHECKED_DAYS, simulate, type RunningStation } from './simulate.ts';
import { validateSchedule } from './validate-schedule.ts';

/**
 * Simulates 60 days of a schedule and finds each rule that it does not keep, with the smallest changes that would mend
 * it. Takes about a second, and several where something must be mended; other work gets its turn after each day.
 * @param committedAt when it would be published, in ms since the epoch
 * @param running what is on air until then; null for a new station
 * @throws the reason of the signal, once it is aborted
 */
export async function checkSchedule(
  schedule: Schedule,
  committedAt: number,
  running: RunningStation | null = null,
  signal?: AbortSignal,
): Promise<ScheduleCheck> {
  const invalid = validateSchedule(schedule);
  if (invalid.length > 0) return { problems: invalid, figures: null };

  const aired = { airings: [] as Airing[], voice_overs: [] as Airing[] };
  const missed: MissedItem[] = [];
  const counts: { problem: FoundProblem; count: number }[] = [];
  const finder = new ProblemFinder(schedule);
  for await (const day of simulate(schedule, committedAt, running, signal)) {
    aired.airings.push(...day.airings);
    aired.voice_overs.push(...day.voice_overs);
    missed.push(...day.missed);
    for (const problem of finder.problemsOf(day)) {
      const known = counts.find((one) => isSame(one.problem, problem));
      if (known) known.count += 1;
      else counts.push({ problem, count: 1 });
    }
  }
  const search = new MendSearch(schedule, { committedAt, running, signal });
  const problems: ScheduleProblem[] = [];
  for (const { problem, count } of counts) {
    const mends = await search.mendsOf(problem);
    const message = [
      sentenceOf(problem, count, schedule),
      ...adviceOf(mends, problem.code === 'artist_repeats'),
    ].join(' ');
    problems.push({ ...problem, message, count, mends });
  }
  return { problems, figures: programmeFigures(aired, missed) };
}

function sentenceOf(problem: FoundProblem, count: number, schedule: Schedule): string {
  const { separation, radio_ids, breaks } = schedule;
  const playlist = schedule.playlists.find(({ id }) => id === problem.playlist_id)?.name ?? '';
  const fixed = schedule.fixed_items.find(({ id }) => id === problem.fixed_item_id);
  const item = schedule.items.find(({ id }) => id === fixed?.item_id)?.title ?? '';
  const times = `${count === 1 ? 'once' : `${count} times`} in ${CHECKED_DAYS} days`;
  switch (problem.code) {
    case 'title_repeats':
      return `The playlist ${playlist} would repeat a title within ${counted(separation.title_hours, 'hour')}, ${times}.`;
    case 'artist_repeats':
      return `The playlist ${playlist} would repeat an artist within ${counted(separation.artist_tracks, 'track')}, ${times}.`;
    case 'radio_ids_missed':
      return `A radio ID every ${counted(radio_ids?.every_minutes, 'minute')} would be missed ${times}, because longer items air.`;
    case 'breaks_missed':
      return `A break every ${counted(breaks?.every_minutes, 'minute')} would be missed ${times}, because longer items air.`;
    case 'no_music_between_breaks':
      return `Breaks every ${counted(breaks?.every_minutes, 'minute')} would follow each other without music, ${times}.`;
    case 'fixed_item_missed':
      return `${item} at ${fixed?.at} would be missed ${times}, because longer items air.`;
    case 'fixed_items_collide':
      return `${item} at ${fixed?.at} would be late ${times}, because another item at a fixed minute still airs.`;
    default:
      return 'The schedule is invalid.';
  }
}

/** One sentence with all mends, or no sentence. */
function adviceOf(mends: Mend[], isOfArtists: boolean): string[] {
  const parts = mends.map((mend) => {
    switch (mend.change) {
      case 'add_tracks':
        return `add ${counted(mend.tracks, 'track')}${isOfArtists ? ' by other artists' : ''}`;
      case 'title_hours':
        return mend.to === 0
          ? 'allow titles to repeat'
          : `keep titles ${counted(mend.to, 'hour')} apart`;
      case 'artist_tracks':
        return mend.to === 0
          ? 'allow artists to repeat'
          : `keep artists ${counted(mend.to, 'track')} apart`;
      case 'radio_id_minutes':
      case 'break_minutes':
        return `change the interval to ${counted(mend.to, 'minute')}`;
      case 'fixed_item_time':
        return `move it to ${mend.to}`;
    }
  });
  if (parts.length === 0) return [];
  const advice = parts.join(', or ');
  return [`${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`];
}

const counted = (count: number | undefined, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
