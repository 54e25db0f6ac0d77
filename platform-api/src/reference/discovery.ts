import { BRAND, COMPANY } from '../../contract/site/brand.ts';
import { DAY_MS } from '../../contract/time.ts';
import { AUDIENCES } from './reference-page.ts';

/** A file older than this must be renewed (RFC 9116 §2.5.5: less than a year ahead is recommended), in days. */
const SECURITY_TXT_DAYS = 180;

/** `/.well-known/security.txt`: where to report a fault in security (RFC 9116). */
export const securityTxt = (publicUrl: string, now: number): string =>
  [
    `Contact: mailto:${COMPANY.contact_email}`,
    `Contact: ${publicUrl}/contact`,
    `Expires: ${new Date(now + SECURITY_TXT_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');

/** `/llms.txt`: what a language model should read to use the API (llmstxt.org). */
export const llmsTxt = (publicUrl: string): string => `# ${BRAND.name}

> Private-label web radio for businesses. A customer gets a station: a hosted page, a screen for the wall, a player for
> other sites, and an API for all of it.

The API is JSON over HTTP. Every error is a problem document with a stable \`code\`.

## API

- [Guide](${publicUrl}/docs/guide): from sign-up to the first listener, in curl, Node and Python
- [Reference](${publicUrl}/docs): a page for each group of calls, with samples in curl, JavaScript and Python
- [OpenAPI document](${publicUrl}/openapi.json): every call with its fields, errors and examples
${Object.entries(AUDIENCES)
  .map(
    ([name, words]) =>
      `- [OpenAPI document for ${name} programs](${publicUrl}/openapi/${name}.json): ${words}`,
  )
  .join('\n')}
- [Errors](${publicUrl}/docs/errors): what each \`code\` means and what to do
- [Versions](${publicUrl}/docs/versions): what may change, and how changes are announced
- [Changelog](${publicUrl}/docs/changelog): what each release has added
- [Webhooks](${publicUrl}/docs/webhooks): the events we send to your server, and how to check them
- [Listening hours](${publicUrl}/docs/listening-hours): what is counted
- [Proof of play](${publicUrl}/docs/proof-of-play): signed proofs for advertisers, and how to check them
- [Team](${publicUrl}/docs/team): how others work for a station, and what each role may do
- [Status](${publicUrl}/v1/status): what works at the moment

## Player

- [Embedding](${publicUrl}/docs/embedding): the player on a site, in each framework, and a hook for your own controls
- [Client](${publicUrl}/docs/client): every call as a function, for browsers and Node
- [SDK files with their hashes](${publicUrl}/sdk/integrity.json): the player's script tag and modules
`;
