import type { ListPlayedTracksResponse, NowPlaying, PublicStation } from './generated/types.gen.ts';
import { requestJson, type RequestOptions } from './http.ts';

/** The address of a station in the API. */
export const stationPath = (url: string, slug: string) =>
  `${url}/v1/stations/${encodeURIComponent(slug)}`;

/** A station on air. @throws RequestFailed with status 404 if it is missing or off air */
export const getStation = (url: string, slug: string, options?: RequestOptions) =>
  requestJson<PublicStation>(stationPath(url, slug), options);

/** Previous, current and next track. @throws RequestFailed */
export const getNowPlaying = (url: string, slug: string, options?: RequestOptions) =>
  requestJson<NowPlaying>(`${stationPath(url, slug)}/now-playing`, options);

/** The last songs, the newest first. @throws RequestFailed */
export const listPlayedTracks = (url: string, slug: string, options?: RequestOptions) =>
  requestJson<ListPlayedTracksResponse>(`${stationPath(url, slug)}/played-tracks`, options);

/** The address of a station's event stream, for `openEvents`. */
export const stationEventsUrl = (url: string, slug: string) => `${stationPath(url, slug)}/events`;
