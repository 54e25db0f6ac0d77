import { BRAND } from '../../contract/site/brand.ts';

/**
 * Programs that fetch a stream without a listener, by a part of their User-Agent in lower case: crawlers, link previews,
 * uptime checks, and our own checks. Players and their libraries are never listed.
 */
const MONITORS: readonly string[] = [
  `${BRAND.name.toLowerCase()} stream check`,
  // Crawlers and previews name themselves by these words.
  'bot/',
  'bot;',
  'bot)',
  'robot',
  'spider',
  'crawler',
  'slurp',
  'facebookexternalhit',
  'whatsapp/',
  'embedly',
  'skypeuripreview',
  'headlesschrome',
  'lighthouse',
  // Uptime checks.
  'uptimerobot',
  'uptime-kuma',
  'pingdom',
  'statuscake',
  'site24x7',
  'better uptime',
  'betterstack',
  'hetrixtools',
  'freshping',
  'nagios',
  'check_http',
  'zabbix',
  'blackbox exporter',
  'blackbox-exporter',
  'datadog',
  'newrelicpinger',
  'googlestackdrivermonitoring',
  'cloudflare-healthchecks',
  'elb-healthchecker',
  'kube-probe',
  // Directories that look whether a station is up.
  'radio-browser',
  'streamfinder',
  'shoutcast directory',
];

/** Whether a request comes from a monitor or a bot, by written rules. No User-Agent at all is a listener. */
export function isMonitor(userAgent: string | undefined): boolean {
  const name = userAgent?.toLowerCase() ?? '';
  return MONITORS.some((part) => name.includes(part));
}
