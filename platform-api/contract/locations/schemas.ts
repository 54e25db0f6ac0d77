// Locations: the places of a business, the browsers that play there, and whether they do.
import { z } from 'zod';
import { hoursOfWeek, id, requiredLine, time, zone } from '../fields.ts';
import { MAX_LINE_LENGTH } from '../values.ts';
import { MAX_OPENING_HOURS } from '../schedule/values.ts';
import { LEAVE_PIN, LOCATION_STATUSES, PLAYER_STATUSES, STATUS_DAYS } from './values.ts';

/** The public id of a location, which never changes: `loc_` and its id without hyphens. */
export const publicLocationId = (uuid: string): string => `loc_${uuid.replaceAll('-', '')}`;

const LOCATION_ID = /^loc_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** The id of a location in a public id. Null: it is not one. */
export const locationIdIn = (text: string): string | null =>
  LOCATION_ID.exec(text)?.slice(1).join('-') ?? null;

export const locationId = z
  .string()
  .regex(LOCATION_ID, 'Use the public_id of a location.')
  .meta({ example: 'loc_019aa5d47f3a7c1e9d550b6f3f1c2a10' });

export const openingHours = z
  .union([
    z
      .array(hoursOfWeek)
      .min(1, 'Add at least one, or choose none.')
      .max(MAX_OPENING_HOURS, `Enter at most ${MAX_OPENING_HOURS}.`),
    z.null(),
  ])
  .meta({
    description: 'In local time. An end at or before the start is the next day. Null: always open.',
  });

export const locationName = requiredLine('Please give the location a name.').meta({
  example: 'High Street',
});

export const locationAddress = z
  .string()
  .trim()
  .max(MAX_LINE_LENGTH, 'Please use fewer characters.')
  .meta({ example: '12 High Street, Leeds' });

const PIN = `Please use ${LEAVE_PIN.min} to ${LEAVE_PIN.max} digits, or leave it empty.`;
export const leavePin = z
  .string()
  .regex(new RegExp(`^\\d{${LEAVE_PIN.min},${LEAVE_PIN.max}}$`), PIN)
  .nullable()
  .meta({
    description:
      'Asked for at the player’s screen before it is unpaired. Null: none, or you are staff.',
    example: '4071',
  });

const status = z.enum(LOCATION_STATUSES).meta({
  description:
    '`playing`; `reserve`: its line is cut, and it plays the programme that it has kept; `silent`, `muted`, `blocked` by ' +
    'the browser until someone taps, `stalled`; `closed`: outside opening hours; `offline`: its player has stopped ' +
    'reporting; `unpaired`: it has no player.',
  example: 'playing',
});

/** A browser that is paired with a location. */
export const LocationPlayer = z
  .object({
    id,
    status,
    status_since: time.nullable(),
    reported_at: time.nullable().meta({ description: 'Of its last report.' }),
    paired_at: time,
  })
  .meta({ id: 'LocationPlayer' });

/** A place of a business. */
export const Location = z
  .object({
    id,
    public_id: locationId,
    name: locationName,
    address: locationAddress,
    zone,
    opening_hours: openingHours,
    leave_pin: leavePin,
    is_open: z.boolean().meta({ example: true }),
    status,
    status_since: time.nullable(),
    silent_since: time.nullable().meta({
      description: 'Of a silence within opening hours that was told and is not over.',
      example: null,
    }),
    players: z.array(LocationPlayer),
    created_at: time,
  })
  .meta({ id: 'Location' });
export type Location = z.infer<typeof Location>;

const percent = z.number().nullable().meta({
  description:
    'Of the opening hours, with sound, to one decimal. Null: it was open for less than a minute.',
  example: 99.2,
});

/** A day of a location. */
const LocationDay = z.object({
  day: z.iso.date().meta({ example: '2026-11-24' }),
  from: time.meta({ description: 'Its midnight.' }),
  to: time.meta({ description: 'The next midnight.' }),
  played_percent: percent,
  parts: z
    .array(z.object({ from: time, to: time, status, is_open: z.boolean().meta({ example: true }) }))
    .meta({ description: 'In order, without gaps from the first status to the last.' }),
});

/** A location that should play and does not, as the operator sees it. */
export const SilentLocation = z
  .object({
    public_id: locationId,
    name: locationName,
    status,
    silent_since: time,
    user_id: id,
    station_id: id,
    station_name: z.string().meta({ example: 'The Counting House' }),
  })
  .meta({ id: 'SilentLocation' });

/** A location with its last days. */
export const LocationHistory = Location.extend({
  played_percent: percent.meta({ description: `Of the last ${STATUS_DAYS} days.` }),
  days: z.array(LocationDay).meta({ description: 'The newest first, in local time.' }),
}).meta({ id: 'LocationHistory' });
export type LocationHistory = z.infer<typeof LocationHistory>;

/** The answer to a location player about its location. */
export const PlayerLocation = z
  .object({
    public_id: locationId,
    name: z.string().meta({ example: 'High Street' }),
    is_open: z.boolean().meta({ example: true }),
    changes_at: time.nullable().meta({ description: 'When it opens or closes next. Null: never.' }),
    needs_pin: z
      .boolean()
      .meta({ description: 'Whether a PIN is needed to unpair it at its screen.' }),
  })
  .meta({ id: 'PlayerLocation' });
export type PlayerLocation = z.infer<typeof PlayerLocation>;

export const reportedStatus = z.enum(PLAYER_STATUSES).meta({ example: 'playing' });
