/** The examples, as pages of a customer’s site. */
import { expect } from './fixtures.ts';

const PLAYERS_OWN = { press: 'button[aria-label="Play"]', song: '.title' };

/**
 * Each example: the button that a visitor presses, and the element that shows the current track.
 */
export const EXAMPLES = [
  { path: 'script-tag', ...PLAYERS_OWN },
  { path: 'call-queue', press: '.radio button', song: '.radio p' },
  { path: 'web-component', ...PLAYERS_OWN },
  { path: 'iframe', ...PLAYERS_OWN },
  { path: 'react-app', ...PLAYERS_OWN },
  { path: 'own-player', press: '.radio button', song: '.radio p' },
  { path: 'signage', press: 'footer button', song: '#song' },
  { path: 'several-stations', ...PLAYERS_OWN },
  { path: 'strict-csp', ...PLAYERS_OWN },
  { path: 'theming', ...PLAYERS_OWN },
];

export const HERE = 'http://localhost:8080';

declare global {
  interface Window {
    __refused: string[];
  }
}

/**
 * Runs in the page: records violations of its content security policy, which not every console
 * reports.
 */
export function keepRefusals(): void {
  window.__refused = [];
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    window.__refused.push(`${effectiveDirective}: ${blockedURI}`),
  );
}

/** A pattern of the titles that play around now. */
export async function titlesOnAir(port: number): Promise<RegExp> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/stations/demo/now-playing`);
  const tracks: unknown[] = Object.values(Object(await answer.json()));
  const titles = tracks.flatMap((track) => Object(track).title ?? []).map(String);
  expect(titles).not.toEqual([]);
  // Escapes all special characters of the titles.
  return new RegExp(titles.map((title) => title.replaceAll(/\W/gu, '\\$&')).join('|'));
}
