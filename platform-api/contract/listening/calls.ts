// How many listen to a station, and for how long.
import { z } from 'zod';
import { call } from '../call.ts';
import { adminPage } from '../admin/customers.ts';
import { id, time } from '../fields.ts';
import {
  KEEP_HOURS_MONTHS,
  KEEP_SESSIONS_DAYS,
  LISTENING_POLICIES,
  LISTENING_STATION_SORTS,
  LISTENING_STEPS,
  MAX_HOURLY_LISTENING_DAYS,
  MIN_COUNTED_SECONDS,
  PLAYER_KINDS,
} from './values.ts';
import { MAX_LINE_LENGTH } from '../values.ts';
import { STATION_STATUSES } from '../stations/values.ts';
import { TREND_DAYS } from '../admin/values.ts';
import { PACKAGE_NAMES } from '../billing/prices.ts';
import { ListenersNow } from '../stations/schemas.ts';

const seconds = z.int().meta({ description: 'Listened to, of counted sessions.', example: 86_400 });
const sessions = z.int().meta({ description: 'Counted sessions that began then.', example: 42 });
const peak = z
  .int()
  .nullable()
  .meta({ description: 'The most listeners at the same moment. Null: not known.', example: 17 });
const zone = z.string().meta({ description: 'The station’s time zone.', example: 'Europe/London' });

/** Listening in a span, divided by time, player or country. */
export const Listening = z
  .object({
    zone: z.string().meta({ description: 'The time zone of the days.', example: 'Europe/London' }),
    from: z.iso.date().meta({ example: '2026-11-01' }),
    to: z.iso.date().meta({ description: 'The last day.', example: '2026-11-30' }),
    seconds,
    sessions,
    data: z.array(
      z.object({
        key: z.string().meta({
          description:
            'Hour: the same as `starts_at`. Day: `2026-11-24`. Month: `2026-11`. Player: `page`, `embed`, `wall`, ' +
            '`app`, `stream` or `hls`. Country: `GB`, or an empty text where it is not known. Hour of the week: ' +
            '`1-09` is Monday from nine to ten.',
          example: '2026-11-24',
        }),
        starts_at: time.nullable().meta({ description: 'Null: it is no span of time.' }),
        seconds,
        sessions,
        peak,
      }),
    ),
  })
  .meta({ id: 'Listening' });
export type Listening = z.infer<typeof Listening>;

/** How listening can be divided. */
const by = z.enum(LISTENING_STEPS).default('day').meta({
  description: 'How the span is divided. `week_hour` adds up the same hours of all its weeks.',
  example: 'day',
});

const day = z.iso.date().optional();
const span = {
  from: day.meta({
    description: 'The first day. Left out: 29 days before the last.',
    example: '2026-11-01',
  }),
  to: day.meta({ description: 'The last day. Left out: today.', example: '2026-11-30' }),
  by,
  zone: z.enum(['station', 'utc']).default('station').meta({
    description: 'In which time zone days begin. Months always begin in UTC.',
    example: 'station',
  }),
};

const NOTE =
  'The same numbers as on the dashboard; /docs/listening-hours says how they are counted. An hour of UTC belongs to ' +
  `the day in which it begins. Hours are kept for ${KEEP_HOURS_MONTHS} months. With \`by=hour\` a span has ` +
  `${MAX_HOURLY_LISTENING_DAYS} days at most.`;

export const getMyListening = call({
  id: 'getMyListening',
  method: 'get',
  path: '/v1/me/station/listening',
  access: 'member',
  scope: 'stations',
  summary: 'Listening hours of your station',
  description: NOTE,
  query: z.strictObject(span),
  response: Listening,
  errors: ['no_station'],
});

export const exportMyListening = call({
  id: 'exportMyListening',
  method: 'get',
  path: '/v1/me/station/listening.csv',
  access: 'member',
  scope: 'stations',
  summary: 'Listening hours of your station as CSV',
  description: 'In UTF-8. The first line names the fields. An hour has 3,600 seconds.',
  query: z.strictObject(span),
  content_type: 'text/csv',
  response: z.string().meta({ example: 'key,starts_at,seconds,sessions,peak\r\n' }),
  limits: ['play_log_export'],
  errors: ['no_station'],
});

/** The figures of a station now, and this month beside its package. */
export const ListeningSummary = z
  .object({
    zone,
    listeners: z.int().meta({ description: 'Now, over all players.', example: 17 }),
    month: z.object({
      key: z.string().meta({ description: 'In UTC, as the package counts.', example: '2026-11' }),
      seconds,
      sessions,
      cap_seconds: z.int().meta({ description: 'Included in the package.', example: 72_000_000 }),
      forecast_seconds: z.int().meta({
        description: 'At the end of the month, if it continues as in the last seven days.',
        example: 2_678_400,
      }),
      policy: z.enum(LISTENING_POLICIES).meta({
        description:
          'The policy once they are used up: only letters, an offer of a larger package, or no new listeners. ' +
          'Letters are sent in any case.',
        example: 'notify',
      }),
    }),
    today: z.object({ seconds, peak }),
    last_7_days: z.object({ seconds }),
    last_30_days: z.object({ seconds }),
  })
  .meta({ id: 'ListeningSummary' });
export type ListeningSummary = z.infer<typeof ListeningSummary>;

export const getMyListeningSummary = call({
  id: 'getMyListeningSummary',
  method: 'get',
  path: '/v1/me/station/listening/summary',
  access: 'member',
  scope: 'stations',
  summary: 'Listening to your station now and this month',
  description:
    'Listeners now, and hours of this month beside the package. Days are those of the station’s time zone, today included.',
  response: ListeningSummary,
  errors: ['no_station'],
});

export const getMyListeners = call({
  id: 'getMyListeners',
  method: 'get',
  path: '/v1/me/station/listeners',
  access: 'member',
  scope: 'stations',
  team: 'staff',
  summary: 'Listeners of your station now',
  description: 'At most ten seconds old; the event stream of your station has them within five.',
  response: ListenersNow,
  errors: ['no_station'],
});

/** One player that received the station. */
export const ListeningSession = z
  .object({
    began_at: time,
    player: z.enum(PLAYER_KINDS).meta({ example: 'page' }),
    country: z.string().nullable().meta({ description: 'Null: not known.', example: null }),
    seconds: z.int().meta({ description: 'Listened to on that day.', example: 1_320 }),
    counts: z.boolean().meta({
      description: `False: the whole session is shorter than ${MIN_COUNTED_SECONDS} seconds.`,
      example: true,
    }),
  })
  .meta({ id: 'ListeningSession' });

const ofDay = {
  day: z.iso.date().optional().meta({
    description: 'Left out: today.',
    example: '2026-11-24',
  }),
  zone: span.zone,
};

export const exportMyListeningSessions = call({
  id: 'exportMyListeningSessions',
  method: 'get',
  path: '/v1/me/station/listening/sessions.csv',
  access: 'member',
  scope: 'stations',
  summary: 'The sessions of a day as CSV',
  description: 'All sessions of the day, in UTF-8. The first line names the fields.',
  query: z.strictObject(ofDay),
  content_type: 'text/csv',
  response: z.string().meta({ example: 'began_at,player,country,seconds,counts\r\n' }),
  limits: ['play_log_export'],
  errors: ['no_station'],
});

export const listMyListeningSessions = call({
  id: 'listMyListeningSessions',
  method: 'get',
  path: '/v1/me/station/listening/sessions',
  access: 'member',
  scope: 'stations',
  summary: 'The sessions of a day',
  description:
    'The seconds of those that count add up to the hours of the day. Sessions are kept for ' +
    `${KEEP_SESSIONS_DAYS} days. They say nothing about who listened.`,
  query: z.strictObject({ ...ofDay, ...adminPage }),
  response: z.object({
    zone,
    data: z.array(ListeningSession),
    has_more: z.boolean().meta({ example: false }),
    next_cursor: z.string().nullable().meta({ example: null }),
  }),
  errors: ['no_station'],
});

/** A station that can be heard, as admins see it. */
const namedStation = {
  station_id: id,
  user_id: id,
  station_name: z.string().nullable().meta({ example: 'Counting House Radio' }),
  station_slug: z.string().meta({ example: 'counting-house' }),
};

const listenersNow = z.int().meta({ description: 'Now, over all players.', example: 17 });
const monthSeconds = z.int().meta({ description: 'Of this month in UTC.', example: 1_382_400 });
const forecast_seconds = z.int().meta({
  description: 'At the end of the month, if it continues as in the last seven days.',
  example: 2_678_400,
});
const trend = z.array(z.int()).meta({
  description: `Seconds on each of the last ${TREND_DAYS} days in UTC, oldest first; the last is today.`,
  example: [81_200, 86_400],
});

/** A station’s hours of this month beside its package. */
export const ListeningStation = z
  .object({
    ...namedStation,
    status: z.enum(STATION_STATUSES).meta({ example: 'active' }),
    package_name: z.enum(PACKAGE_NAMES).nullable().meta({ example: 'Starter' }),
    policy: z.enum(LISTENING_POLICIES).meta({ example: 'notify' }),
    listeners: listenersNow,
    seconds: monthSeconds,
    cap_seconds: z.int().meta({ description: 'Included in the package.', example: 72_000_000 }),
    forecast_seconds,
    trend,
  })
  .meta({ id: 'ListeningStation' });
export type ListeningStation = z.infer<typeof ListeningStation>;

export const listListeningStations = call({
  id: 'listListeningStations',
  method: 'get',
  path: '/v1/admin/listening',
  access: 'support',
  summary: 'All stations by listening hours',
  description:
    'Stations that are or were on air, by default those first that have used most of their package. `totals` are of ' +
    'all stations of the installation, whatever the filter. Listeners are at most ten seconds old.',
  query: z.strictObject({
    search: z.string().trim().max(MAX_LINE_LENGTH).optional().meta({
      description: 'Part of a station’s name or address.',
      example: 'count',
    }),
    sort: z.enum(LISTENING_STATION_SORTS).default('share').meta({
      description:
        '`share` of the package, `seconds` of this month, both highest first, or `name`.',
      example: 'share',
    }),
    ...adminPage,
  }),
  response: z.object({
    totals: z.object({
      month: z.string().meta({ description: 'In UTC.', example: '2026-11' }),
      listeners: listenersNow,
      seconds: monthSeconds,
      forecast_seconds,
      over_cap: z
        .int()
        .meta({ description: 'Stations that have used all their hours.', example: 1 }),
      trend,
    }),
    data: z.array(ListeningStation),
    has_more: z.boolean().meta({ example: false }),
    next_cursor: z.string().nullable().meta({ example: null }),
  }),
  errors: [],
});

export const listStationListeners = call({
  id: 'listStationListeners',
  method: 'get',
  path: '/v1/admin/listeners',
  access: 'support',
  summary: 'Listeners now, by station',
  description:
    'Stations with listeners, most listeners first. At most ten seconds old. Numbers only: nothing says who or where ' +
    'listeners are.',
  response: z.object({
    listeners: z.int().meta({ description: 'Over all stations.', example: 230 }),
    data: z.array(z.object({ ...namedStation, listeners: listenersNow })),
  }),
  errors: [],
});
