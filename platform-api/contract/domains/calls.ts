import { z } from 'zod';
import { call } from '../call.ts';
import { time } from '../fields.ts';
import { DOMAIN_CHECK_MINUTES, DOMAIN_GRACE_DAYS, OWN_DOMAIN_PACKAGES } from './values.ts';

/** How far a domain is. Pages are served there from `connecting` to `failing`. */
export const DOMAIN_STATES = ['pending', 'connecting', 'active', 'failing', 'lost'] as const;
export type DomainState = (typeof DOMAIN_STATES)[number];

/** Why a domain does not work, by the last check. */
export const DOMAIN_PROBLEMS = [
  'records_missing',
  'points_elsewhere',
  'unreachable',
  'dns_unreachable',
  'taken',
  'not_in_package',
] as const;
export type DomainProblem = (typeof DOMAIN_PROBLEMS)[number];

/** The same for the member: what is wrong, and what to do. */
export const DOMAIN_PROBLEM_WORDS: Record<DomainProblem, string> = {
  records_missing:
    'We can’t find both DNS records yet. New records can take up to an hour to be seen everywhere.',
  points_elsewhere:
    'The domain leads to another server. Change its record to ours. If your DNS provider is Cloudflare, switch the record’s proxy off (“DNS only”).',
  unreachable:
    'The DNS records are right, but the station does not answer there securely yet. This usually takes a few minutes.',
  dns_unreachable: 'The name servers of the domain do not answer.',
  taken: 'Another station uses this domain. Remove it there first, or contact us.',
  not_in_package: 'Your package has no domain of its own. Professional and Enterprise have one.',
};

/** A DNS record that the owner of a domain makes. */
export const DnsRecord = z
  .object({
    type: z.enum(['CNAME', 'TXT']),
    name: z.string().meta({ example: 'radio.counting-house.example' }),
    value: z.string().meta({ example: 'radio.example.com' }),
    is_found: z.boolean().meta({ description: 'The last check found it.', example: false }),
  })
  .meta({ id: 'DnsRecord' });
export type DnsRecord = z.infer<typeof DnsRecord>;

/** A station's own domain. */
export const StationDomain = z
  .object({
    domain: z.string().meta({
      description: 'In the owner’s alphabet, such as `radio.café.example`.',
      example: 'radio.counting-house.example',
    }),
    url: z.string().meta({ example: 'https://radio.counting-house.example' }),
    state: z.enum(DOMAIN_STATES).meta({
      description:
        '`pending`: the records are missing; `connecting`: they are right, and the certificate is on its way; ' +
        '`active`: the station answers there; `failing`: it did, and the records or the connection are lost; ' +
        '`lost`: it failed for too long and is not served any more.',
      example: 'pending',
    }),
    problem: z.enum(DOMAIN_PROBLEMS).nullable().meta({ example: 'records_missing' }),
    records: z.array(DnsRecord),
    addresses: z.array(z.string()).meta({
      description:
        'For a domain that cannot have a CNAME record, such as `counting-house.example`: the values of A and ' +
        'AAAA records instead. Empty while our own name cannot be resolved.',
      example: ['203.0.113.7'],
    }),
    checked_at: time.nullable(),
    ends_at: time.nullable().meta({
      description: 'Only while it is failing: when it stops being served.',
    }),
  })
  .meta({ id: 'StationDomain' });
export type StationDomain = z.infer<typeof StationDomain>;

const answer = z.object({ domain: z.union([StationDomain, z.null()]) });

export const getDomain = call({
  id: 'getDomain',
  method: 'get',
  path: '/v1/me/station/domain',
  access: 'member',
  scope: 'stations',
  summary: 'Get your station’s own domain',
  response: answer,
  errors: ['no_station'],
});

export const setDomain = call({
  id: 'setDomain',
  method: 'put',
  path: '/v1/me/station/domain',
  access: 'member',
  scope: 'stations',
  idempotent: true,
  summary: 'Use your own domain',
  description:
    `For the packages ${OWN_DOMAIN_PACKAGES.join(' and ')}. The answer has the DNS records to make. They are ` +
    'checked until they are right; then the station answers at the domain, its other address redirects there, ' +
    'and links use it. It replaces an earlier domain.',
  body: z.strictObject({
    domain: z.string().trim().max(1_000, 'Please use fewer characters.').meta({
      description: 'A host name in any spelling. It is stored in lower case.',
      example: 'radio.counting-house.example',
    }),
  }),
  body_examples: { 'a domain': { domain: 'radio.counting-house.example' } },
  response: answer,
  limits: ['domain_change'],
  errors: [
    'no_station',
    'domain_not_in_package',
    'domain_invalid',
    'domain_is_address',
    'domain_wildcard',
    'domain_ours',
    'domain_taken',
  ],
});

export const removeDomain = call({
  id: 'removeDomain',
  method: 'delete',
  path: '/v1/me/station/domain',
  access: 'member',
  scope: 'stations',
  summary: 'Stop using your own domain',
  description: 'The station’s other address serves it again at once.',
  response: z.undefined(),
  status: 204,
  errors: ['no_station', 'no_domain'],
});

export const checkDomain = call({
  id: 'checkDomain',
  method: 'post',
  path: '/v1/me/station/domain/check',
  access: 'member',
  scope: 'stations',
  summary: 'Check the DNS records now',
  description:
    `They are also checked automatically: every minute at first, and every ${DOMAIN_CHECK_MINUTES} minutes once ` +
    `the domain works. A domain that fails is served for ${DOMAIN_GRACE_DAYS} more days.`,
  response: answer,
  limits: ['check'],
  errors: ['no_station', 'no_domain'],
});

export const isDomainAllowed = call({
  id: 'isDomainAllowed',
  method: 'get',
  path: '/v1/domains/allowed',
  access: 'public',
  summary: 'Whether a certificate may be issued for a domain',
  description: 'For a proxy that gets certificates on demand: the `ask` address of Caddy.',
  query: z.object({
    domain: z.string().meta({
      description: 'The host name that the proxy was asked for.',
      example: 'radio.counting-house.example',
    }),
  }),
  response: z.object({ allowed: z.literal(true).meta({ example: true }) }),
  errors: ['domain_not_allowed'],
});

/** The origin of a member's domain: scheme and port are those of the site. @param publicUrl an origin */
export function domainOrigin(domain: string, publicUrl: string): string {
  const [, scheme = '', port = ''] = /^(https?:\/\/).*?(:\d+)?$/.exec(publicUrl) ?? [];
  return scheme + domain + port;
}
