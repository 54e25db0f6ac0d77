/**
 * A station's short address: what one may look like, and the words that can never be one
 * (specification §5; the reserved words are the paths that the site itself answers).
 */

import { INDUSTRIES } from '../setup/values.ts';

/** One label of a host name, so that every slug also works as `{slug}.{main domain}` (RFC 1035). */
const SLUG_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Labels with `--` at the third place are kept for encoded names such as `xn--` (RFC 5891). */
const ENCODED_LABEL = /^..--/;

/** Paths of the portal: those of the specification's route table (§2), and `proof`. */
export const PORTAL_PATHS: readonly string[] = [
  'auth',
  'login',
  'signup',
  'members',
  'admin',
  'about',
  'contact',
  'faq',
  'privacy-policy',
  'terms-of-service',
  'cookie-policy',
  'proof',
  ...INDUSTRIES,
];

/** Hosts of the main domain that are never a station (specification §2). */
export const RESERVED_HOST_LABELS: readonly string[] = ['www', 'api', 'admin'];

/** Words that the site answers itself or that would mislead a listener. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(
  [
    ...PORTAL_PATHS,
    ...RESERVED_HOST_LABELS,
    'radio tv tv-static play v1 sdk docs openapi storage stream hls reserve player-embed dev assets static favicon',
    'robots sitemap manifest health status app help support mail billing account settings home index',
  ].flatMap((words) => words.split(' ')),
);

/** Makes A to Z small, and nothing else: the Kelvin sign lower-cases to k, but is no letter of a slug. */
export const lowerCaseSlug = (text: string): string =>
  text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());

/** Whether the text has the shape of a slug. A reserved word has it too. */
export function isSlug(text: string): boolean {
  return SLUG_PATTERN.test(text) && !ENCODED_LABEL.test(text);
}

/** A station's public id. A slug has no underscore, so it never looks like one. */
const STATION_ID_PATTERN =
  /^st_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** The public id of a station, which never changes: `st_` and its id without hyphens. */
export const publicStationId = (id: string): string => `st_${id.replaceAll('-', '')}`;

/** The station's id in a public id; null for a slug and any other text. */
export function stationIdIn(name: string): string | null {
  return STATION_ID_PATTERN.exec(name)?.slice(1).join('-') ?? null;
}

/** Whether the slug is a word that no station may take. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED_SLUGS.has(slug);
}
