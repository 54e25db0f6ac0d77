import type { NowPlaying, PublicStation } from './generated/types.gen.ts';
import { getJson, type RequestOptions } from './http.ts';

const address = (apiBase: string, slug: string) =>
  `${apiBase}/v1/stations/${encodeURIComponent(slug)}`;

/** A station on air. @throws RequestFailed with status 404 where there is none */
export const getStation = (apiBase: string, slug: string, options?: RequestOptions) =>
  getJson<PublicStation>(address(apiBase, slug), options);

/** Previous, current and next track. @throws RequestFailed */
export const getNowPlaying = (apiBase: string, slug: string, options?: RequestOptions) =>
  getJson<NowPlaying>(`${address(apiBase, slug)}/now-playing`, options);

/** Where a station's live changes are told, for `openEvents`. */
export const stationEventsUrl = (apiBase: string, slug: string) =>
  `${address(apiBase, slug)}/events`;
