// Proofs of play: when a spot was due and aired, where it was really played, and how many listened; signed.
import { createHash } from 'node:crypto';
import { CompactSign } from 'jose';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { MISSED_MESSAGES } from '../../contract/announcements/schemas.ts';
import type { PlayProof, ProofSummary } from '../../contract/proof/schemas.ts';
import {
  MAX_PROOF_DAYS,
  PROOF_ALGORITHM,
  PROOF_TYPE,
  PROVABLE_DAYS,
} from '../../contract/proof/values.ts';
import { DAY_MS, HOUR_MS } from '../../contract/time.ts';
import { settledAirings } from '../announcements/announcement-rows.ts';
import { settleStation } from '../announcements/settle.ts';
import { refuse } from '../errors.ts';
import { listenersByHour } from '../listening/figures.ts';
import type { Span } from '../locations/opening-hours.ts';
import { readAired, type ProgrammeDeps } from '../schedule/aired.ts';
import { zoneOf } from '../schedule/programme.ts';
import { displayName, type RadioStation } from '../stations/station.ts';
import { timeOfUnit } from '../timeline/airing.ts';
import { zoneClock } from '../timeline/zone-clock.ts';
import { playedAt } from './played-at.ts';
import { signingKey, type KeyDeps } from './proof-keys.ts';
import { requireSpot, type Spot } from './spots.ts';
import type { PlayProofRow } from './table.ts';

/** The services that proofs need. */
export interface ProofDeps extends ProgrammeDeps, KeyDeps {
  publicUrl: string;
}

type Content = z.input<typeof PlayProof>;

/** An airing before its listeners are counted. */
interface ProvenAiring {
  due_at: Date | null;
  aired_at: Date | null;
  late_seconds: number | null;
  missed: string | null;
}

/** Days of a zone, both inclusive. */
interface Days {
  from: string;
  to: string;
}

/** @throws `validation_failed` unless the days are over, in order, few enough and still kept */
function spanOf({ from, to }: Days, zone: string, now: number): Span {
  const clock = zoneClock(zone);
  const [first, end] = [Date.parse(from), Date.parse(to) + DAY_MS];
  const today = Math.floor(clock.local(now) / DAY_MS) * DAY_MS;
  if (first >= end) throw refuse('to', 'The last day must not be before the first.');
  if (end > today) throw refuse('to', 'Choose days that are over: yesterday or earlier.');
  if (end - first > MAX_PROOF_DAYS * DAY_MS)
    throw refuse('from', `Choose at most ${MAX_PROOF_DAYS} days.`);
  if (first < today - PROVABLE_DAYS * DAY_MS)
    throw refuse('from', `Choose days of the last ${PROVABLE_DAYS}.`);
  return { from: clock.instant(first), to: clock.instant(end) };
}

const lateBy = (due: number, aired: number): number => Math.round((aired - due) / 100) / 10;

/** The airings of a spot without their listeners. */
async function readProvenAirings(
  deps: ProofDeps,
  station: RadioStation,
  spot: Spot,
  span: Span,
): Promise<ProvenAiring[]> {
  if (spot.kind === 'announcement') {
    await settleStation(deps, station.id);
    const rows = await settledAirings(deps.db, { announcement_id: spot.id }, span);
    return rows.map(({ due_at, aired_at, missed }) => ({
      due_at,
      aired_at,
      late_seconds: aired_at && lateBy(due_at.getTime(), aired_at.getTime()),
      missed: missed && MISSED_MESSAGES[missed],
    }));
  }
  const { airings, heard } = await readAired(deps, station.id, span);
  return airings.flatMap((airing): ProvenAiring[] => {
    const { item, rule, starts_unit } = airing;
    const at = timeOfUnit(starts_unit);
    if (item.id !== spot.id || at < span.from || at >= span.to) return [];
    const due = 'due_unit' in rule ? timeOfUnit(rule.due_unit) : null;
    const due_at = due === null ? null : new Date(due);
    const unheard = { aired_at: null, late_seconds: null, missed: MISSED_MESSAGES.not_heard };
    if (heard.of(airing) === 'nothing') return [{ due_at, ...unheard }];
    const late_seconds = due === null ? null : lateBy(due, at);
    return [{ due_at, aired_at: new Date(at), late_seconds, missed: null }];
  });
}

/** All that a proof says, but for its place among the proofs of its spot. */
async function readContent(
  deps: ProofDeps,
  station: RadioStation,
  spot: Spot,
  days: Days,
): Promise<Omit<Content, 'proof_id' | 'number' | 'previous' | 'made_at'>> {
  const { db, now, publicUrl } = deps;
  const zone = await zoneOf(db, station.id);
  const span = spanOf(days, zone, now());
  const airings = await readProvenAirings(deps, station, spot, span);
  // One that was due before midnight may air after it.
  const byHour = await listenersByHour(db, station.id, {
    from: span.from - HOUR_MS,
    to: span.to + DAY_MS,
  });
  const hourOf = (at: Date) => Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
  const counted = airings.map((one) => ({
    ...one,
    listeners: one.aired_at && (byHour.get(hourOf(one.aired_at)) ?? 0),
  }));
  const { id, kind, title, seconds, location_ids } = spot;
  return {
    version: 1,
    issuer: publicUrl,
    station: {
      id: station.id,
      name: displayName(station),
      slug: station.station_slug,
    },
    spot: { id, kind, title, seconds },
    ...days,
    zone,
    airings: counted,
    locations: await playedAt(db, {
      stationId: station.id,
      locationIds: location_ids,
      airings: airings.map(({ aired_at }) => {
        const from = aired_at?.getTime();
        // One without a sound now has lasted for some time, too.
        return from === undefined ? null : { from, to: from + (seconds ?? 1) * 1_000 };
      }),
      span,
      now: now(),
    }),
    due: airings.length,
    aired: airings.filter(({ aired_at }) => aired_at !== null).length,
  };
}

/** SHA-256 of a signed proof, as the next one names it. */
export const hashOf = (jws: string): string =>
  createHash('sha256').update(jws, 'ascii').digest('base64url');

/**
 * Makes and signs the next proof of a spot.
 * @throws `not_found`; `not_on_air_here` when the station never was; `validation_failed` for the days
 */
export async function makeProof(
  deps: ProofDeps,
  station: RadioStation,
  asked: Days & { spotId: string },
): Promise<z.input<typeof ProofSummary>> {
  const { db, now } = deps;
  const { spotId, ...days } = asked;
  const spot = await requireSpot(db, station, spotId);
  const content = await readContent(deps, station, spot, days);
  return db.transaction(async (trx) => {
    // It locks the keys, so that two proofs of a spot never name the same one before.
    const { kid, key } = await signingKey(trx, deps);
    const last = await trx('play_proofs')
      .where({ spot_id: spot.id })
      .orderBy('number', 'desc')
      .first('number', 'jws', 'made_at');
    // Never before the last one, which another process with another clock may have made.
    const made_at = new Date(Math.max(now(), last?.made_at.getTime() ?? 0));
    const proof: Content = {
      ...content,
      proof_id: uuidv7(),
      number: (last?.number ?? 0) + 1,
      previous: last ? hashOf(last.jws) : null,
      made_at,
    };
    const jws = await new CompactSign(Buffer.from(JSON.stringify(proof)))
      .setProtectedHeader({ alg: PROOF_ALGORITHM, typ: PROOF_TYPE, kid })
      .sign(key);
    const row = {
      id: proof.proof_id,
      station_id: station.id,
      spot_id: spot.id,
      spot_kind: spot.kind,
      spot_title: spot.title,
      number: proof.number,
      from_day: days.from,
      to_day: days.to,
      due: proof.due,
      aired: proof.aired,
      jws,
      made_at,
    };
    await trx('play_proofs').insert(row);
    return presentProof(row, deps.publicUrl);
  });
}

type SummaryRow = Pick<PlayProofRow, 'id' | 'number' | 'due' | 'aired' | 'made_at'> & Dates;

/** The dates of a row as text: a `Date` would move them to the server’s zone. */
interface Dates {
  from_day: string;
  to_day: string;
}

/** A proof for a list. */
function presentProof(row: SummaryRow, publicUrl: string): z.input<typeof ProofSummary> {
  const { id, number, from_day, to_day, due, aired, made_at } = row;
  const page_url = `${publicUrl}/proof?id=${id}`;
  return { id, number, from: from_day, to: to_day, due, aired, made_at, page_url };
}

/** The proofs of a spot, the newest first. @throws `not_found` for a spot that is not of the station */
export async function listProofsOf(
  { db, publicUrl }: Pick<ProofDeps, 'db' | 'publicUrl'>,
  station: RadioStation,
  spotId: string,
): Promise<z.input<typeof ProofSummary>[]> {
  const rows: SummaryRow[] = await db('play_proofs')
    .where({ station_id: station.id, spot_id: spotId })
    .orderBy('number', 'desc')
    .select(
      'id',
      'number',
      'due',
      'aired',
      'made_at',
      db.raw('from_day::text as from_day'),
      db.raw('to_day::text as to_day'),
    );
  if (rows.length === 0) await requireSpot(db, station, spotId);
  return rows.map((row) => presentProof(row, publicUrl));
}

/** A proof with those of its spot before it, as a file with a line for each; undefined: unknown. */
export async function readProofFile(
  { db }: Pick<ProofDeps, 'db'>,
  id: string,
): Promise<{ id: string; file_name: string; file: string } | undefined> {
  const row: { spot_id: string; number: number; to_day: string } | undefined = await db(
    'play_proofs',
  )
    .where({ id })
    .first('spot_id', 'number', db.raw('to_day::text as to_day'));
  if (!row) return undefined;
  const lines: string[] = await db('play_proofs')
    .where({ spot_id: row.spot_id })
    .where('number', '<=', row.number)
    .orderBy('number')
    .pluck('jws');
  return {
    id,
    file_name: `proof-of-play-${row.to_day}.jws`,
    file: lines.map((jws) => `${jws}\n`).join(''),
  };
}
