import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../errors.ts';
import type { LiveStations } from './live-stations.ts';

const PREFIX = '/v1/stations/';
const NOW_PLAYING = '/now-playing';
const EVENTS = '/events';

/**
 * Answers the two calls that every open player makes, before the framework is even asked, when all
 * they need is in memory: that halves their cost, and they are most of what we are asked. Everything
 * else, and every refusal, is left to the routes.
 * @returns whether the request has been answered
 */
export function answerFromMemory(
  stations: LiveStations,
  req: IncomingMessage,
  res: ServerResponse,
): boolean {
  const { method, url } = req;
  if (method !== 'GET' || !url?.startsWith(PREFIX)) return false;
  if (url.endsWith(NOW_PLAYING)) {
    const station = stations.recall(url.slice(PREFIX.length, -NOW_PLAYING.length));
    station?.answerNowPlaying(req, res);
    return station !== undefined;
  }
  if (!url.endsWith(EVENTS)) return false;
  try {
    const station = stations.recall(url.slice(PREFIX.length, -EVENTS.length));
    station?.openEvents(req, res);
    return station !== undefined;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
