import type { z } from 'zod';
import { PREVIEW_DAYS } from '../../contract/schedule/values.ts';
import type { previewSchedule } from '../../contract/schedule/calls.ts';
import type { ScheduleDraft } from '../../contract/schedule/draft.ts';
import type { ScheduleProblem } from '../../contract/schedule/schemas.ts';
import { DAY_MS } from '../../contract/time.ts';
import { refuse } from '../errors.ts';
import type { TrackFiles } from '../library/track-files.ts';
import type { RadioStation } from '../stations/station.ts';
import { byStart } from '../timeline/airing.ts';
import { programmeFigures } from '../timeline/programme-figures.ts';
import { buildDocument, compress } from './document.ts';
import { within } from './aired.ts';
import { dayOfTime } from './packed-day.ts';
import { presentFigures, presentProblems } from './problems.ts';
import { hourlyCovers, presentAiring, presentMissed, readPlaylistNames } from './programme.ts';
import { musicOf } from './playlist-music.ts';
import type { ScheduleDeps } from './publish.ts';
import type { StationDay } from './station-day.ts';
import { loadRunning } from './station-inputs.ts';

type Preview = z.input<typeof previewSchedule.response>;

/**
 * The items of a draft if it were published now: the same computation as on air, in the simulator's process.
 * @throws `validation_failed` for a span that is too far ahead; the reason of the signal
 */
export async function preview(
  deps: ScheduleDeps & { trackFiles: TrackFiles },
  station: RadioStation,
  draft: ScheduleDraft,
  asked: Omit<z.output<typeof previewSchedule.body>, 'draft'> & { signal: AbortSignal },
): Promise<Preview> {
  const { db, simulator, now } = deps;
  const committed_at = now();
  const from = asked.from === undefined ? committed_at : Date.parse(asked.from);
  if (from > committed_at + PREVIEW_DAYS * DAY_MS || from < committed_at - DAY_MS) {
    const message = `Choose a time within the next ${PREVIEW_DAYS} days.`;
    throw refuse('from', message);
  }
  const to = from + asked.hours * 60 * 60 * 1_000;
  const span = { from: new Date(from), to: new Date(to) };
  const nothing = { ...span, items: [], missed: [], audio_urls: {}, figures: null, music: [] };
  const { built, problems } = await buildDocument(db, station, draft);
  if (built === null) return { ...nothing, problems };
  const music = asked.is_complete ? await musicOf(db, station, draft) : [];
  const running = await loadRunning(db, station.id, committed_at);
  const found: ScheduleProblem[] = [];
  let figures: Preview['figures'] = null;
  if (asked.is_complete) {
    const text = Buffer.from(built.text);
    const check = await simulator.ask({ kind: 'check', text, committed_at, running }, asked.signal);
    found.push(...(await presentProblems(db, station.id, draft, check.problems)));
    figures = check.figures && presentFigures(check.figures);
    // An invalid document can't be computed.
    if (check.figures === null) return { ...nothing, problems: found, music };
  }
  const document = await compress(built.text);
  const revisions = running?.inputs.revisions ?? [];
  const last = revisions.at(-1);
  const revision = {
    number: (last?.number ?? 0) + 1,
    committed_at: Math.max(committed_at, (last?.committed_at ?? 0) + 1),
    is_off_air: false,
    document,
  };
  const inputs = {
    revisions: [...revisions, revision],
    insertions: running?.inputs.insertions ?? [],
    pauses: running?.inputs.pauses ?? [],
  };
  const days: StationDay[] = await simulator.ask(
    {
      kind: 'days',
      running: {
        inputs,
        state: running?.state ?? null,
        firstDay: running?.firstDay ?? dayOfTime(committed_at),
      },
      from: dayOfTime(from) - 1,
      to: dayOfTime(to),
    },
    asked.signal,
  );
  const { missed, ...aired } = within(days, from, to);
  const airings = byStart(aired.airings, aired.voice_overs);
  const names = await readPlaylistNames(db, airings);
  const covers = hourlyCovers(airings, (song) =>
    song.cover_key === null
      ? (deps.sleeves?.addressOf(song, station) ?? null)
      : deps.trackFiles.urlOf({ key: song.cover_key }),
  );
  return {
    ...span,
    items: airings.map((airing) => presentAiring(airing, names, { covers })),
    missed: missed.map(presentMissed),
    audio_urls: Object.fromEntries(
      airings.flatMap(({ item }) => {
        const key = item.renditions.mp3_128?.key;
        return key === undefined ? [] : [[item.id, deps.trackFiles.urlOf({ key })]];
      }),
    ),
    figures: figures ?? presentFigures(programmeFigures(aired, missed)),
    problems: found,
    music,
  };
}
