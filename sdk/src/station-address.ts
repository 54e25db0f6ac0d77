import {
  PORTAL_PATHS,
  RESERVED_HOST_LABELS,
} from '@stationhouse/platform-api/contract/stations/slug';

/** How a station's page is displayed. */
export type StationView = 'full' | 'tv' | 'tv-static' | 'play';

/** The station in an address, by its slug or public id. A null slug is a station page without a station. */
export interface StationAddress {
  slug: string | null;
  view: StationView;
}

/** The host names of this installation. */
export interface SiteDomains {
  /** Host of the operator's own pages. */
  publicHost: string;
  /** The domain whose subdomains are stations. */
  mainDomain: string;
  projectHostDomain: string | null;
  /** The members’ own domains. */
  ownHosts?: { get(host: string): { slug: string } | undefined };
}

/** The meaning of a host name: a station, the operator, or neither. */
export type SiteHost =
  { kind: 'station'; slug: string; isOwn?: true } | { kind: 'main' } | { kind: 'unknown' };

const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** One label of a host name (RFC 1123 §2.1), and at most 253 characters of them (RFC 1035 §2.3.4). */
const HOST_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_HOST_LENGTH = 253;

/** Labels of a project host that names a station: the station, the project, and two of the domain. */
const PROJECT_STATION_LABELS = 4;

/**
 * Reads a host name without port, by the specification's rules (§2). A subdomain of the main domain is a
 * station unless it is www, api or admin. Of the project-host domain, only a four-part host is a station. A
 * member's own domain is that member's station.
 */
export function readHost(hostname: string, domains: SiteDomains): SiteHost {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  const { publicHost, mainDomain, projectHostDomain } = domains;
  if ([...LOCAL_HOSTS, publicHost, mainDomain].includes(host)) return { kind: 'main' };

  const own = domains.ownHosts?.get(host);
  if (own) return { kind: 'station', slug: own.slug, isOwn: true };

  const labels = host.split('.');
  const slug = labels[0] ?? '';
  if (host.length > MAX_HOST_LENGTH || !labels.every((label) => HOST_LABEL.test(label))) {
    return { kind: 'unknown' };
  }
  if (projectHostDomain !== null && isWithin(host, projectHostDomain)) {
    if (labels.length > PROJECT_STATION_LABELS) return { kind: 'unknown' };
    return labels.length === PROJECT_STATION_LABELS ? { kind: 'station', slug } : { kind: 'main' };
  }
  if (!isWithin(host, mainDomain)) return { kind: 'unknown' };
  return RESERVED_HOST_LABELS.includes(slug) ? { kind: 'main' } : { kind: 'station', slug };
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/**
 * Finds the station of an address and how it is displayed; null when it is not a station's address
 * (specification §2, 'Station slug resolution' and the route table). In this order:
 *
 * - a `station` parameter, on every path, but never on a member's own domain
 * - on localhost a `subdomain` parameter, likewise
 * - the host, where every path is the player
 * - the path: `/radio/{slug}` or `/{slug}`, each also with `/tv`, `/tv-static` or `/play` after it
 */
export function readStationAddress(
  address: { hostname: string; pathname: string; search: string },
  domains: SiteDomains,
): StationAddress | null {
  const host = readHost(address.hostname, domains);
  if (host.kind === 'unknown') return null;

  const path = address.pathname.split('/').filter(Boolean).map(decode);
  const named = stationParameter(address);
  if (host.kind === 'station') {
    return at((host.isOwn ? null : named) ?? host.slug, viewOf(path.at(-1)));
  }
  if (named !== null) return at(named, viewOf(path.at(-1)));
  if (path.length === 0) return null;

  const underRadio = path[0] === 'radio';
  const [first, view, ...rest] = underRadio ? path.slice(1) : path;
  if (rest.length > 0 || (view !== undefined && viewOf(view) === 'full')) return null;
  if (underRadio) return at(first ?? null, viewOf(view));
  return PORTAL_PATHS.includes(first ?? '') ? null : at(first ?? null, viewOf(view));
}

function stationParameter(address: { hostname: string; search: string }): string | null {
  const query = new URLSearchParams(address.search);
  const local = LOCAL_HOSTS.includes(address.hostname.toLowerCase());
  return query.get('station') || (local && query.get('subdomain')) || null;
}

function viewOf(segment: string | undefined): StationView {
  return segment === 'tv' || segment === 'tv-static' || segment === 'play' ? segment : 'full';
}

function at(slug: string | null, view: StationView): StationAddress {
  return { slug: slug?.trim().toLowerCase() || null, view };
}

/** A segment with invalid percent-encoding stays unchanged: it cannot be a slug. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
