/** Every error with its sentence (specification §8). */
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
  no_api_base: 'No apiBase provided',
};

/** The stable name of an error. Branch on this, never on the message. */
export type PlayerErrorCode = keyof typeof SENTENCES;

/** An error as the listener sees it: a stable code and the specification's sentence (§8). */
export interface PlayerError {
  code: PlayerErrorCode;
  message: string;
}

/** Maps the browser's errors: names of rejections of `play()`, codes of a MediaError. */
const CAUSES: Readonly<Record<string, PlayerErrorCode | undefined>> = {
  NotAllowedError: 'autoplay_blocked',
  NotSupportedError: 'format_unsupported',
  AbortError: 'aborted',
  2: 'network',
  3: 'decode',
  4: 'source_unsupported',
};

/** Creates an error. Only `play_failed` has an addition: the browser's own message. */
export function playerError(code: PlayerErrorCode, addition = ''): PlayerError {
  return { code, message: SENTENCES[code] + addition };
}

/** The error for a rejection of `play()`. The caller knows whether it caused an abort itself. */
export function playFailure(reason: unknown): PlayerError {
  // Duck typing, since an Error of another frame fails `instanceof`.
  const { name = '', message } = Object(reason) as Partial<Error>;
  const code = CAUSES[name] ?? (message === undefined ? 'unknown' : 'play_failed');
  return playerError(code, code === 'play_failed' ? message : '');
}

/** The error for a media element's `error`. */
export function mediaFailure(error: Pick<MediaError, 'code'> | null): PlayerError {
  return playerError(CAUSES[error?.code ?? 0] ?? 'stream_error');
}
