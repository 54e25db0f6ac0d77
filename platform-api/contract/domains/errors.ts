/** Errors of domains, in the order of their status. `errors.ts` says how they are written. */
export const DOMAINS_ERRORS = {
  domain_not_in_package: {
    code: 'feature_not_in_package',
    status: 403,
    title: 'Feature not available',
    detail:
      'Your own domain is not available in your package. Please upgrade to Professional or Enterprise.',
  },
  no_domain: {
    status: 404,
    title: 'No domain yet',
    detail: 'Your station has no domain of its own yet.',
  },
  domain_not_allowed: {
    status: 404,
    title: 'Not a domain of a station',
    detail: 'No station is served at this domain.',
  },
  domain_taken: {
    status: 409,
    title: 'This domain is in use',
    detail: 'Another station uses this domain. Remove it there first, or contact us.',
  },
  unknown_host: {
    status: 421,
    title: 'Unknown host',
    detail: 'There is no station or page at this host name.',
  },
  domain_invalid: {
    status: 422,
    title: 'Please check the domain',
    detail: 'Enter a domain name, such as radio.your-business.com, without a path.',
  },
  domain_is_address: {
    code: 'domain_invalid',
    status: 422,
    title: 'Please check the domain',
    detail: 'This is an IP address. Enter a domain name, such as radio.your-business.com.',
  },
  domain_wildcard: {
    code: 'domain_invalid',
    status: 422,
    title: 'Please check the domain',
    detail: 'Enter one domain name without a star, such as radio.your-business.com.',
  },
  domain_ours: {
    code: 'domain_invalid',
    status: 422,
    title: 'Please check the domain',
    detail: 'This domain is ours. Enter one that belongs to you.',
  },
} as const;
