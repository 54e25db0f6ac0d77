import { download, withQuery, type Ask } from './ask.ts';
import type {
  ExportMyListeningSessionsData,
  GetMyListeningData,
  ListListeningStationsData,
  ListListeningStationsResponse,
  ListMyListeningSessionsData,
  ListMyListeningSessionsResponse,
  ListStationListenersResponse,
  Listening,
  ListeningSummary,
} from './generated/types.gen.ts';
import type { RequestOptions } from './http.ts';

/** A span of days, and how it is divided. */
export type ListeningQuery = NonNullable<GetMyListeningData['query']>;

/** A day, and the zone in which it begins. */
export type ListeningDay = NonNullable<ExportMyListeningSessionsData['query']>;

/** A page of stations by listening hours. */
export type ListeningStationsQuery = NonNullable<ListListeningStationsData['query']>;

const PATH = '/v1/me/station/listening';

/** Listening to the member's own station. */
export const myListeningCalls = (ask: Ask) => ({
  /**
   * Listeners now, and the hours of this month beside the package.
   *
   * @throws RequestFailed `no_station`
   * @example const { listeners, month } = await client.me.station.listening.summary();
   */
  summary: (options?: RequestOptions) => ask<ListeningSummary>('GET', `${PATH}/summary`, options),
  /**
   * Listening in a span of days, divided by time, player or country.
   *
   * @throws RequestFailed `no_station`, `validation_failed`
   * @example const { data } = await client.me.station.listening.get({ by: 'player' });
   */
  get: (query?: ListeningQuery, options?: RequestOptions) =>
    ask<Listening>('GET', withQuery(PATH, query), options),
  /**
   * The same as a CSV file. Has no timeout.
   *
   * @throws RequestFailed `no_station`, `validation_failed`, `rate_limited`
   * @example const file = await client.me.station.listening.csv({ by: 'day' });
   */
  csv: (query?: ListeningQuery, options?: RequestOptions) =>
    download(ask, `${PATH}.csv`, query, options),
  /**
   * A page of the sessions that a day's hours are made of.
   *
   * @throws RequestFailed `no_station`, `validation_failed`
   * @example const { data } = await client.me.station.listening.sessions({ day: '2026-11-24' });
   */
  sessions: (query?: ListMyListeningSessionsData['query'], options?: RequestOptions) =>
    ask<ListMyListeningSessionsResponse>('GET', withQuery(`${PATH}/sessions`, query), options),
  /**
   * All sessions of a day as a CSV file. Has no timeout.
   *
   * @throws RequestFailed `no_station`, `validation_failed`, `rate_limited`
   * @example const file = await client.me.station.listening.sessionsCsv({ day: '2026-11-24' });
   */
  sessionsCsv: (query?: ListeningDay, options?: RequestOptions) =>
    download(ask, `${PATH}/sessions.csv`, query, options),
});

/** Listening to all stations, for admins. */
export const listeningCalls = (ask: Ask) => ({
  /**
   * A page of stations, by default those first that have used most of their package, and the totals of all.
   *
   * @throws RequestFailed `validation_failed`, also for a cursor of another order
   * @example const { totals, data } = await client.admin.listening.stations({ sort: 'seconds' });
   */
  stations: (query?: ListeningStationsQuery, options?: RequestOptions) =>
    ask<ListListeningStationsResponse>('GET', withQuery('/v1/admin/listening', query), options),
  /**
   * Listeners now, by station.
   *
   * @throws RequestFailed
   * @example const { listeners, data } = await client.admin.listening.now();
   */
  now: (options?: RequestOptions) =>
    ask<ListStationListenersResponse>('GET', '/v1/admin/listeners', options),
});
