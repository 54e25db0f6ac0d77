/** Every fault of the player with its sentence (specification §8). */
const SENTENCES = {
  autoplay_blocked: 'Click to enable audio - browser blocked autoplay',
  format_unsupported: 'Audio format not supported',
  aborted: 'Stream loading was aborted',
  play_failed: 'Unable to play: ',
  unknown: 'Unable to play audio',
  network: 'Network error loading stream',
  decode: 'Stream format error',
  source_unsupported: 'Stream not supported',
  stream_error: 'Stream error',
  unavailable: 'Stream unavailable',
  station_not_found: 'Station not found or not active',
  station_load_failed: 'Failed to load station',
  no_slug: 'No station slug provided',
};

/** The stable name of an error. Branch on this, never on the message. */
export type PlayerErrorCode = keyof typeof SENTENCES;

/** An error as the listener sees it: a stable code and the specification's sentence (§8). */
export interface PlayerError {
  code: PlayerErrorCode;
  message: string;
}

/** What the browser calls a fault: names of play()'s rejections, codes of a MediaError (API rules). */
const CAUSES: Readonly<Record<string, PlayerErrorCode | undefined>> = {
  NotAllowedError: 'autoplay_blocked',
  NotSupportedError: 'format_unsupported',
  AbortError: 'aborted',
  2: 'network',
  3: 'decode',
  4: 'source_unsupported',
};

/** The fault of that name. Only `play_failed` has anything to add: the browser's own message. */
export function playerError(code: PlayerErrorCode, addition = ''): PlayerError {
  return { code, message: SENTENCES[code] + addition };
}

/** What `play()` rejected with, told as a fault. Whether an abort was our own doing, the caller knows. */
export function playFailure(reason: unknown): PlayerError {
  // Told by its parts: an Error of another frame is no `instanceof` ours.
  const { name = '', message } = Object(reason) as Partial<Error>;
  const code = CAUSES[name] ?? (message === undefined ? 'unknown' : 'play_failed');
  return playerError(code, code === 'play_failed' ? message : '');
}

/** A media element's `error`, told as a fault. */
export function mediaFailure(error: Pick<MediaError, 'code'> | null): PlayerError {
  return playerError(CAUSES[error?.code ?? 0] ?? 'stream_error');
}
