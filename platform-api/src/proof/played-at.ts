// Which locations really played a spot: their players reported sound from its start to its end.
import type { Knex } from 'knex';
import type { z } from 'zod';
import { KEEP_STATUS_DAYS, SOUNDING } from '../../contract/locations/values.ts';
import type { PlayProof } from '../../contract/proof/schemas.ts';
import { DAY_MS } from '../../contract/time.ts';
import { readKnown, type Known } from '../locations/history.ts';
import { readLocations } from '../locations/location-rows.ts';
import type { Span } from '../locations/opening-hours.ts';

type ProvenLocation = z.input<typeof PlayProof>['locations'][number];
type NotPlaying = ProvenLocation['not_playing'][number]['status'];

/**
 * The locations at which a spot should air, and which of its airings they played.
 * @param airings in order; null: it did not air
 * @param locationIds null: all locations of the station
 */
export async function playedAt(
  db: Knex,
  asked: {
    stationId: string;
    locationIds: readonly string[] | null;
    airings: readonly (Span | null)[];
    span: Span;
    now: number;
  },
): Promise<ProvenLocation[]> {
  const { stationId, locationIds, airings, span, now } = asked;
  const rows = (await readLocations(db, stationId)).filter(
    ({ id }) => locationIds?.includes(id) ?? true,
  );
  // A spot that begins on the last day may end on the next.
  const known = await readKnown(db, rows, { from: span.from, to: span.to + DAY_MS }, now);
  const keptFrom = now - KEEP_STATUS_DAYS * DAY_MS;
  return rows.map(({ id, name, paired_at }) => {
    const not_playing = notPlayed(airings, {
      known: known.get(id),
      keptFrom,
      pairedAt: paired_at?.getTime() ?? Infinity,
    });
    const aired = airings.filter((airing) => airing !== null).length;
    return { id, name, played: aired - not_playing.length, not_playing };
  });
}

/** The airings that a location did not play, and why. Both lists are in order, so each is read once. */
function notPlayed(
  airings: readonly (Span | null)[],
  about: { known: Known | undefined; keptFrom: number; pairedAt: number },
): ProvenLocation['not_playing'] {
  const { statuses = [], open = [] } = about.known ?? {};
  let [at, openAt] = [0, 0];
  return airings.flatMap((airing, index) => {
    if (airing === null) return [];
    while ((statuses[at]?.to ?? Infinity) <= airing.from) at += 1;
    while ((open[openAt]?.to ?? Infinity) <= airing.from) openAt += 1;
    const isOpen = (open[openAt]?.from ?? Infinity) <= airing.from;
    const status = reasonAgainst(airing, statuses.slice(at, at + SPANS_IN_A_SPOT), about);
    if (status === null) return [];
    return [{ airing: index, status: isOpen || isUnmeasured(status) ? status : 'outside_hours' }];
  });
}

/** A player reports at most every few seconds, and a spot lasts at most some minutes: more spans cannot overlap it. */
const SPANS_IN_A_SPOT = 200;

/** Of these times, opening hours say nothing. */
const isUnmeasured = (status: NotPlaying): boolean => status === 'unknown' || status === 'unpaired';

/** Null: it played from start to end. */
function reasonAgainst(
  airing: Span,
  statuses: Known['statuses'],
  { keptFrom, pairedAt }: { keptFrom: number; pairedAt: number },
): NotPlaying | null {
  if (airing.from < keptFrom) return 'unknown';
  if (airing.from < pairedAt) return 'unpaired';
  let covered = airing.from;
  for (const { status, from, to } of statuses) {
    if (covered >= airing.to) break;
    if (from > covered) return 'unpaired';
    if (!SOUNDING.includes(status)) return status;
    covered = to;
  }
  return covered >= airing.to ? null : 'unpaired';
}
