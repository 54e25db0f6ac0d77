import { LISTENING_REPORT_SECONDS } from '@stationhouse/platform-api/contract/listening/values';
import { isOwnStream } from './live-source.ts';
import { isOn, type PlayerState } from './player.ts';

/**
 * Tells the station's server how long a stream of another server was played: a running total, and nothing about the
 * listener. The server counts its own streams. It gives no token where reports are not wanted.
 *
 * @param played seconds of sound so far
 * @returns to be called with each new state, and the station's stream
 */
export function listeningReport(
  apiBase: string,
  slug: string,
  placement: string,
  played: () => number,
) {
  const url = `${apiBase}/listening/${encodeURIComponent(slug)}`;
  let timer: ReturnType<typeof setInterval> | undefined;
  let token = '';
  let from = 0;

  const report = (end: string) =>
    token && navigator.sendBeacon?.(url, `${token} ${played() - from}${end}`);
  const leave = () => report(' end');

  return (state: PlayerState, streamUrl = ''): void => {
    if (!timer && state === 'playing' && !isOwnStream(streamUrl, apiBase)) {
      token = '';
      from = played();
      timer = setInterval(report, LISTENING_REPORT_SECONDS * 1000, '');
      addEventListener('pagehide', leave);
      fetch(url, { method: 'POST', body: placement })
        .then((answer) => answer.text())
        .then(
          (text) => (token = text),
          () => undefined,
        );
    } else if (timer && !isOn(state)) {
      timer = clearInterval(timer) as undefined;
      removeEventListener('pagehide', leave);
      leave();
    }
  };
}
