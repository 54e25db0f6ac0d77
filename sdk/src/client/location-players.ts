import type {
  BeginPairingResponse,
  LeaveLocationData,
  ReportPlayerData,
  ReportPlayerResponse,
} from './generated/types.gen.ts';
import { requestJson, type RequestOptions } from './http.ts';

export type { ReportPlayerResponse };

/** The location of a player, as its screen needs it. */
export type PlayerLocation = NonNullable<ReportPlayerResponse['location']>;

/** A report of a location player. */
export type PlayerReport = ReportPlayerData['body'];

const post = <T>(url: string, body: object, options?: RequestOptions) =>
  requestJson<T>(url, {
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Shows this browser as a player that can be paired. @throws RequestFailed */
export const beginPairing = (url: string, station: string, options?: RequestOptions) =>
  post<BeginPairingResponse>(`${url}/v1/location-players`, { station }, options);

/** @throws RequestFailed with the code `player_unknown` once the player is removed */
export const reportPlayer = (url: string, report: PlayerReport, options?: RequestOptions) =>
  post<ReportPlayerResponse>(`${url}/v1/location-players/report`, report, options);

/** Unpairs this browser. @throws RequestFailed with the code `wrong_leave_pin` */
export const leaveLocation = (url: string, about: LeaveLocationData['body']) =>
  post<void>(`${url}/v1/location-players/leave`, about);
