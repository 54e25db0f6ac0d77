import { download, once, pathOf, withQuery, type ActOptions, type Ask } from './ask.ts';
import type {
  AddInsertionData,
  AddPauseData,
  ChangePauseData,
  Approval,
  CompareScheduleResponse,
  ExportPlayLogData,
  GetPlayLogData,
  GetProgrammeData,
  GetScheduleRevisionResponse,
  Insertion,
  ListRatedTracksResponse,
  ListHeldStationsData,
  ListHeldStationsResponse,
  ListInsertionsResponse,
  ListPausesResponse,
  ListScheduleRevisionsData,
  ListScheduleRevisionsResponse,
  PlayLog,
  PreviewScheduleData,
  PreviewScheduleResponse,
  Programme,
  PublishScheduleData,
  RateTrackData,
  RestoreScheduleRevisionData,
  SaveScheduleDraftData,
  StationSchedule,
  TakeOffAirData,
  SkipMyItemResponse,
  StationPause,
} from './generated/types.gen.ts';
import type { RequestOptions } from './http.ts';

/** The span of a programme. */
export type ProgrammeQuery = NonNullable<GetProgrammeData['query']>;

/** Filters of a play log. */
export type PlayLogFilters = NonNullable<ExportPlayLogData['query']>;

/** Filters and page of a play log. */
export type PlayLogQuery = NonNullable<GetPlayLogData['query']>;

/** A simulation of 60 days waits for others, so it may take longer than other calls. In ms. */
const SIMULATION_TIMEOUT_MS = 70_000;

const MY_STATION = '/v1/me/station';
const station = (id: string) => pathOf('/v1/admin/stations', id);

/** Schedules of stations that are on air here, and what they play. */
export function scheduleCalls(ask: Ask) {
  return {
    /**
     * The draft of a station and what is on air. Without a saved draft, one is filled from the setup form.
     *
     * @throws RequestFailed `not_found`
     * @example const { draft, draft_version } = await client.admin.schedules.get(station_id);
     */
    get: (station_id: string, options?: RequestOptions) =>
      ask<StationSchedule>('GET', `${station(station_id)}/schedule`, options),
    /**
     * Replaces the draft. Nothing on air changes.
     *
     * @throws RequestFailed `not_found`, `validation_failed`, `schedule_changed`
     * @example await client.admin.schedules.saveDraft(station_id, { draft_version, draft });
     */
    saveDraft: (station_id: string, body: SaveScheduleDraftData['body']) =>
      ask<StationSchedule>('PUT', `${station(station_id)}/schedule/draft`, { body }),
    /**
     * Computes what a draft would air, with figures and problems. Saves nothing.
     *
     * @throws RequestFailed `not_found`, `validation_failed`
     * @example const { items } = await client.admin.schedules.preview(station_id, { draft, hours: 1 });
     */
    preview: (station_id: string, body: PreviewScheduleData['body'], options?: RequestOptions) =>
      ask<PreviewScheduleResponse>('POST', `${station(station_id)}/schedule/preview`, {
        timeoutMs: SIMULATION_TIMEOUT_MS,
        ...options,
        body,
      }),
    /**
     * The differences between the draft and what is on air.
     *
     * @throws RequestFailed `not_found`
     * @example const { changes } = await client.admin.schedules.changes(station_id);
     */
    changes: (station_id: string, options?: RequestOptions) =>
      ask<CompareScheduleResponse>('GET', `${station(station_id)}/schedule/changes`, options),
    /**
     * Publishes the draft. The first time it puts the station on air.
     *
     * @throws RequestFailed `not_found`, `schedule_changed`; `schedule_refused`, with `problems`
     * @example await client.admin.schedules.publish(station_id, { draft_version, newest: null });
     */
    publish: (station_id: string, body: PublishScheduleData['body'], options?: ActOptions) =>
      ask<StationSchedule>('POST', `${station(station_id)}/schedule/revisions`, {
        timeoutMs: SIMULATION_TIMEOUT_MS,
        ...once(options),
        body,
      }),
    /**
     * A page of the history, newest first.
     *
     * @throws RequestFailed `not_found`
     * @example const { data } = await client.admin.schedules.revisions(station_id);
     */
    revisions: (
      station_id: string,
      query?: ListScheduleRevisionsData['query'],
      options?: RequestOptions,
    ) =>
      ask<ListScheduleRevisionsResponse>(
        'GET',
        withQuery(`${station(station_id)}/schedule/revisions`, query),
        options,
      ),
    /**
     * One revision with its draft.
     *
     * @throws RequestFailed `not_found`
     * @example const { draft } = await client.admin.schedules.revision(station_id, 3);
     */
    revision: (station_id: string, number: number, options?: RequestOptions) =>
      ask<GetScheduleRevisionResponse>(
        'GET',
        `${station(station_id)}/schedule/revisions/${number}`,
        options,
      ),
    /**
     * Publishes an earlier revision again, exactly.
     *
     * @throws RequestFailed `not_found`, `schedule_changed`
     * @example await client.admin.schedules.restore(station_id, 2, { newest: 3 });
     */
    restore: (
      station_id: string,
      number: number,
      body: RestoreScheduleRevisionData['body'],
      options?: ActOptions,
    ) =>
      ask<StationSchedule>('POST', `${station(station_id)}/schedule/revisions/${number}/restore`, {
        ...once(options),
        body,
      }),
    /**
     * Ends the station's stream and makes an active station inactive.
     *
     * @throws RequestFailed `not_found`, `schedule_changed`, `not_on_air_here`
     * @example await client.admin.schedules.takeOffAir(station_id, { newest: 3 });
     */
    takeOffAir: (station_id: string, body: TakeOffAirData['body'], options?: ActOptions) =>
      ask<StationSchedule>('POST', `${station(station_id)}/schedule/off-air`, {
        ...once(options),
        body,
      }),
    /**
     * Stations that stay on older versions of their playlists.
     *
     * @throws RequestFailed
     * @example const { data } = await client.admin.schedules.held();
     */
    held: (query?: ListHeldStationsData['query'], options?: RequestOptions) =>
      ask<ListHeldStationsResponse>('GET', withQuery('/v1/admin/schedules/held', query), options),
    /**
     * The items on air now and next, and each item of a span.
     *
     * @throws RequestFailed `not_found`, `not_on_air_here`
     * @example const { now, next, items } = await client.admin.schedules.programme(station_id);
     */
    programme: (station_id: string, query?: ProgrammeQuery, options?: RequestOptions) =>
      ask<Programme>('GET', withQuery(`${station(station_id)}/programme`, query), options),
    /**
     * Items put in by hand, and skips.
     *
     * @throws RequestFailed `not_found`
     * @example const { data } = await client.admin.schedules.insertions(station_id);
     */
    insertions: (station_id: string, options?: RequestOptions) =>
      ask<ListInsertionsResponse>('GET', `${station(station_id)}/insertions`, options),
    /**
     * Songs that the member has rated.
     *
     * @throws RequestFailed `not_found`
     * @example const { data } = await client.admin.schedules.ratedTracks(station_id);
     */
    ratedTracks: (station_id: string, options?: RequestOptions) =>
      ask<ListRatedTracksResponse>('GET', `${station(station_id)}/rated-tracks`, options),
    /**
     * Puts an item on air by hand.
     *
     * @throws RequestFailed `not_found`, `not_on_air_here`, `item_not_ready`, `too_many_insertions`
     * @example await client.admin.schedules.insert(station_id, { item_id });
     */
    insert: (station_id: string, body: AddInsertionData['body'], options?: ActOptions) =>
      ask<Insertion>('POST', `${station(station_id)}/insertions`, { ...once(options), body }),
    /**
     * Withdraws an item that was put in by hand and does not air yet.
     *
     * @throws RequestFailed `not_found`, `not_on_air_here`, `insertion_begun`
     * @example const { airs_at } = await client.admin.schedules.withdraw(station_id, insertion_id);
     */
    withdraw: (station_id: string, insertion_id: string, options?: RequestOptions) =>
      ask<Insertion>('DELETE', pathOf(`${station(station_id)}/insertions`, insertion_id), options),
    /**
     * Fades out what is on air.
     *
     * @param starts_at of the item, from the programme
     * @throws RequestFailed `not_found`, `not_on_air_here`, `nothing_to_skip`
     * @example await client.admin.schedules.skip(station_id, now.starts_at);
     */
    skip: (station_id: string, starts_at: string, options?: ActOptions) =>
      ask<Insertion>('POST', `${station(station_id)}/skips`, {
        ...once(options),
        body: { starts_at },
      }),
    /**
     * A page of the play log.
     *
     * @throws RequestFailed `not_found`, `not_on_air_here`, `validation_failed`
     * @example const { data } = await client.admin.schedules.playLog(station_id, { from: '2026-11-24' });
     */
    playLog: (station_id: string, query?: PlayLogQuery, options?: RequestOptions) =>
      ask<PlayLog>('GET', withQuery(`${station(station_id)}/play-log`, query), options),
    /**
     * The play log as a CSV file. Has no timeout.
     *
     * @throws RequestFailed `not_found`, `not_on_air_here`, `validation_failed`
     * @example const file = await client.admin.schedules.playLogCsv(station_id, { from: '2026-11-24' });
     */
    playLogCsv: (station_id: string, filters?: PlayLogFilters, options?: RequestOptions) =>
      download(ask, `${station(station_id)}/play-log.csv`, filters, options),
  };
}

/** The programme of the member's own station, if it is on air here. */
export function myProgrammeCalls(ask: Ask) {
  return {
    /**
     * The items on air now and next, and each item of a span.
     *
     * @throws RequestFailed `no_station`, `not_on_air_here`
     * @example const { now, next, items } = await client.me.station.programme();
     */
    programme: (query?: ProgrammeQuery, options?: RequestOptions) =>
      ask<Programme>('GET', withQuery(`${MY_STATION}/programme`, query), options),
    /**
     * Fades out what is on air.
     *
     * @param starts_at of the item, from the programme
     * @throws RequestFailed `no_station`, `not_on_air_here`, `nothing_to_skip`, `too_many_skips`
     * @example const { skips_left } = await client.me.station.skip(now.starts_at);
     */
    skip: (starts_at: string, options?: ActOptions) =>
      ask<SkipMyItemResponse>('POST', `${MY_STATION}/skips`, {
        ...once(options),
        body: { starts_at },
      }),
    /**
     * The radio IDs and the first hour, to be heard before the first air, and the answer to them.
     *
     * @throws RequestFailed `no_station`
     * @example const { state, items } = await client.me.station.approval();
     */
    approval: (options?: RequestOptions) => ask<Approval>('GET', `${MY_STATION}/approval`, options),
    /**
     * Says yes to the station, or what to change.
     *
     * @param changes null: yes
     * @throws RequestFailed `no_station`, `nothing_to_approve`, `validation_failed`
     * @example await client.me.station.answerApproval(null);
     */
    answerApproval: (changes: string | null) =>
      ask<Approval>('PUT', `${MY_STATION}/approval`, { body: { changes } }),
    pauses: {
      /**
       * Pauses that are not over: when the station is closed.
       *
       * @throws RequestFailed `no_station`
       * @example const { data } = await client.me.station.pauses.list();
       */
      list: (options?: RequestOptions) =>
        ask<ListPausesResponse>('GET', `${MY_STATION}/pauses`, options),
      /**
       * Closes the station, silent or with a spoken message.
       *
       * @throws RequestFailed `no_station`, `not_on_air_here`, `not_found`, `announcements_not_in_package`,
       * `item_not_ready`, `too_many_pauses`, `validation_failed`
       * @example
       * await client.me.station.pauses.add({ from: '2026-12-24T18:00', until: '2026-12-28T09:00' });
       */
      add: (body: AddPauseData['body'], options?: ActOptions) =>
        ask<StationPause>('POST', `${MY_STATION}/pauses`, { ...once(options), body }),
      /**
       * Changes the dates or the message of a pause that is not over.
       *
       * @throws RequestFailed `no_station`, `not_on_air_here`, `not_found`, `announcements_not_in_package`,
       * `item_not_ready`, `validation_failed`
       * @example await client.me.station.pauses.change(id, { until: '2026-12-29T09:00' });
       */
      change: (id: string, body: ChangePauseData['body']) =>
        ask<StationPause>('PATCH', pathOf(`${MY_STATION}/pauses`, id), { body }),
      /**
       * Removes a pause, or opens the station again.
       *
       * @throws RequestFailed `no_station`, `not_found`
       * @example await client.me.station.pauses.end(id);
       */
      end: (id: string) => ask<void>('DELETE', pathOf(`${MY_STATION}/pauses`, id)),
    },
    ratedTracks: {
      /**
       * Songs that air more often or less often than others, or never.
       *
       * @throws RequestFailed `no_station`
       * @example const { data } = await client.me.station.ratedTracks.list();
       */
      list: (options?: RequestOptions) =>
        ask<ListRatedTracksResponse>('GET', `${MY_STATION}/rated-tracks`, options),
      /**
       * @param track_id `item_id` of a song, from the programme
       * @throws RequestFailed `no_station`, `not_found`, `too_many_ratings`
       * @example await client.me.station.ratedTracks.rate(now.item_id, 'more');
       */
      rate: (track_id: string, rating: RateTrackData['body']['rating']) =>
        ask<void>('PUT', pathOf(`${MY_STATION}/rated-tracks`, track_id), {
          body: { rating },
        }),
      /**
       * @throws RequestFailed `no_station`
       * @example await client.me.station.ratedTracks.remove(track_id);
       */
      remove: (track_id: string) =>
        ask<void>('DELETE', pathOf(`${MY_STATION}/rated-tracks`, track_id)),
    },
    /**
     * A page of the play log.
     *
     * @throws RequestFailed `no_station`, `not_on_air_here`, `validation_failed`
     * @example const { data } = await client.me.station.playLog({ from: '2026-11-24' });
     */
    playLog: (query?: PlayLogQuery, options?: RequestOptions) =>
      ask<PlayLog>('GET', withQuery(`${MY_STATION}/play-log`, query), options),
    /**
     * The play log as a CSV file. Has no timeout.
     *
     * @throws RequestFailed `no_station`, `not_on_air_here`, `validation_failed`
     * @example const file = await client.me.station.playLogCsv({ from: '2026-11-24' });
     */
    playLogCsv: (filters?: PlayLogFilters, options?: RequestOptions) =>
      download(ask, `${MY_STATION}/play-log.csv`, filters, options),
  };
}
