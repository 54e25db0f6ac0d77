// The content of a proof, and a check of it by hand: zod would be five times as large as all the rest.
import { LOCATION_STATUSES } from '@stationhouse/platform-api/contract/locations/values';
import { SPOT_KINDS } from '@stationhouse/platform-api/contract/proof/values';

/** Why a location did not play a spot. */
export type NotPlayingStatus = (typeof LOCATION_STATUSES)[number] | 'outside_hours' | 'unknown';

/** One airing of the spot, or one that was due. */
export interface ProvenAiring {
  /** Null: it had no time of its own. */
  due_at: string | null;
  /** Null: it did not air. */
  aired_at: string | null;
  late_seconds: number | null;
  /** Why it did not air. */
  missed: string | null;
  /** The average number of listeners in the hour in which it aired, over all players. */
  listeners: number | null;
}

/** A location at which the spot should air. */
export interface ProvenLocation {
  id: string;
  name: string;
  /** Airings during which a player there played, from start to end. */
  played: number;
  /** The airings that were not heard there: each one's place in `airings`, and why. */
  not_playing: { airing: number; status: NotPlayingStatus }[];
}

/** A proof of play: when a spot was due and aired, where it played, and how many listened. */
export interface PlayProof {
  version: 1;
  proof_id: string;
  /** Counts the proofs of a spot from 1. */
  number: number;
  /** SHA-256 of the line before in the file, in base64url. Null: it is the first. */
  previous: string | null;
  made_at: string;
  /** The address of the installation that signed it. */
  issuer: string;
  station: { id: string; name: string; slug: string };
  spot: {
    id: string;
    kind: (typeof SPOT_KINDS)[number];
    title: string;
    /** Its length. */
    seconds: number | null;
  };
  /** The first day. */
  from: string;
  /** The last day, inclusive. */
  to: string;
  /** The time zone of these days. */
  zone: string;
  airings: ProvenAiring[];
  /** Empty: the station has no locations. */
  locations: ProvenLocation[];
  due: number;
  aired: number;
}

/** A check of a value. It returns the path of the first part that is wrong, or null. */
type Check = (value: unknown) => string | null;

const when =
  (isRight: (value: unknown) => boolean): Check =>
  (value) =>
    isRight(value) ? null : '';

const isText = (value: unknown): value is string => typeof value === 'string';

const text = when(isText);
const number = when((value) => Number.isFinite(value));
const whole = when((value) => Number.isSafeInteger(value));
const counted = when((value) => Number.isSafeInteger(value) && Number(value) >= 1);

const matching = (pattern: RegExp): Check => when((value) => isText(value) && pattern.test(value));

/** A UUID (RFC 9562) of any version. */
const id = matching(/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i);

/** SHA-256 in base64url. */
const hash = matching(/^[\w-]{43}$/);

const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Whether a day or time exists: engines read 30 February as 2 March. */
function exists(moment: string): boolean {
  const read = new Date(moment);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(moment.slice(0, 19));
}

const day = when((value) => isText(value) && DAY.test(value) && exists(value));
const time = when((value) => isText(value) && TIME.test(value) && exists(value.slice(0, 19) + 'Z'));

const address = when((value) => isText(value) && URL.canParse(value));

const oneOf = (values: readonly unknown[]): Check => when((value) => values.includes(value));

const nullable =
  (check: Check): Check =>
  (value) =>
    value === null ? null : check(value);

const listOf =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return '';
    for (const [index, item] of value.entries()) {
      const wrong = check(item);
      if (wrong !== null) return `${index}.${wrong}`;
    }
    return null;
  };

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks an object with exactly these fields. */
const object =
  <Content>(fields: { [Name in keyof Content]-?: Check }): Check =>
  (value) => {
    if (!isRecord(value)) return '';
    const names = Object.keys(fields) as (keyof Content & string)[]; // Their own keys.
    const other = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
    if (other !== undefined) return other;
    for (const name of names) {
      // A missing field and an inherited one are both undefined.
      const wrong = fields[name](Object.hasOwn(value, name) ? value[name] : undefined);
      if (wrong !== null) return `${name}.${wrong}`;
    }
    return null;
  };

const airing = object<ProvenAiring>({
  due_at: nullable(time),
  aired_at: nullable(time),
  late_seconds: nullable(number),
  missed: nullable(text),
  listeners: nullable(number),
});

const location = object<ProvenLocation>({
  id,
  name: text,
  played: whole,
  not_playing: listOf(
    object<ProvenLocation['not_playing'][number]>({
      airing: whole,
      status: oneOf([...LOCATION_STATUSES, 'outside_hours', 'unknown']),
    }),
  ),
});

const proof = object<PlayProof>({
  version: oneOf([1]),
  proof_id: id,
  number: counted,
  previous: nullable(hash),
  made_at: time,
  issuer: address,
  station: object<PlayProof['station']>({ id, name: text, slug: text }),
  spot: object<PlayProof['spot']>({
    id,
    kind: oneOf(SPOT_KINDS),
    title: text,
    seconds: nullable(number),
  }),
  from: day,
  to: day,
  zone: text,
  airings: listOf(airing),
  locations: listOf(location),
  due: whole,
  aired: whole,
});

/** Pages look up the airings that a location names, so each must be there. */
function missingAiring({ airings, locations }: PlayProof): string | null {
  const isMissing = ({ airing }: { airing: number }) => airing < 0 || airing >= airings.length;
  const place = locations.findIndex(({ not_playing }) => not_playing.some(isMissing));
  return place < 0 ? null : `locations.${place}.not_playing`;
}

/** The path of the first part that is not as in a proof, such as `airings.3.due_at`; null: all is right. */
export function faultOfProof(value: unknown): string | null {
  const wrong = proof(value);
  if (wrong !== null) return wrong.replace(/\.$/, '');
  return missingAiring(value as PlayProof); // It has just been checked.
}
