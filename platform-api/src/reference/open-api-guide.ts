import {
  ACCESS_TOKEN_SECONDS,
  API_KEY_PREFIX,
  API_PARTS,
  REFRESH_GRACE_SECONDS,
  TEST_KEY_PREFIX,
} from '../../contract/accounts/values.ts';
import { BUSINESS_HEADER } from '../../contract/team/values.ts';
import { IDEMPOTENCY_HOURS, MAX_BODY_BYTES, MAX_BODY_DEPTH } from '../../contract/values.ts';

/** The introduction of the reference, in Markdown: the rules of every call. */
export const GUIDE = `The API does everything that the portal does. Bodies are JSON. Fields are snake_case, times are
ISO 8601 in UTC, money is an integer in cents beside its \`currency\`, ids are UUIDs. New fields may be added to
an answer. A request with an unknown field is refused, and the error names the field. The [guide](/docs/guide) leads from
sign-up to the first listener. The [client](/docs/client) has every call as a function, for browsers and Node.

## Authentication

Send \`Authorization: Bearer …\` with one of these:

- **An access token**, for people. \`POST /v1/auth/token\` returns it together with a refresh token. It is valid for
  ${ACCESS_TOKEN_SECONDS / 60} minutes. A refresh token can be used once: each refresh returns the next one. Using it again within
  ${REFRESH_GRACE_SECONDS} seconds returns the same answer, so that two tabs can refresh at once; using it later ends the session.
- **An API key**, for programs. It starts with \`${API_KEY_PREFIX}\`. The scope \`read\` is for every GET, \`write\` for the
  rest. Scopes such as \`stations:read\` and \`announcements:write\` limit a key to a part of the API: ${API_PARTS.map((part) => `\`${part}\``).join(', ')};
  \`:write\` includes \`:read\`. A key without the scope gets 403 \`insufficient_scope\`, and \`WWW-Authenticate\` names it. An
  admin's key has no admin rights without the scope \`admin\`. A key can expire. Calls that manage
  sessions, passwords and API keys refuse keys with 403 \`forbidden\`; so do those that change, cancel or resume your
  subscription, and exporting customers, sending a reset and moving a login, which also need a \`Step-Up\` token.
  Creating a key takes the password.
- **A test key**, for trying the API out and for the tests of a program. It starts with \`${TEST_KEY_PREFIX}\`. Its requests
  are checked like others: key, scopes, limits, fields and \`Idempotency-Key\`. They are then answered with the
  examples of this reference. They read and change nothing of an account, send no mail and cost nothing. Two calls act for it, because they concern
  samples alone: [try webhooks at home](/docs/webhooks#home).

A person can belong to the teams of several businesses. \`GET /v1/me/teams\` lists them. To act for one, send its
\`business_id\` in the header \`${BUSINESS_HEADER}\` with an access token: calls under \`/v1/me\` are then about that
business. Staff get 403 \`manager_only\` for what only managers may do, and all get \`owner_only\` for billing, API keys,
webhooks, the team and deletion. After a removal the answer is \`not_in_team\`. Calls about the person ignore the header:
\`/v1/me\`, \`/v1/auth/user\` and \`/v1/me/teams\`. API keys belong to one account and never act for another.

The session, the key and the user's role are checked on each request, so signing out, revoking a key or lowering
a role takes effect at once. Resources of other users answer 404.

## Cookies

Our own pages sign in with \`"session": "cookie"\`. They get no \`refresh_token\` in the answer; it is in a cookie
that scripts cannot read. The cookie is accepted only for refreshing and signing out, only with
\`Content-Type: application/json\`, and only from our own pages (\`Origin\`, else
\`Sec-Fetch-Site: same-origin\`); otherwise the answer is 403 \`csrf_rejected\`. All other calls need the
Authorization header, which other sites cannot make a browser send.

Scripts on any site may use the public calls of stations and packages, without credentials.

## Errors

Every error is a problem document (RFC 9457, \`application/problem+json\`). Use \`code\` in programs: it does not
change. Show \`detail\` to people. \`errors\` lists the invalid fields. \`type\` links to the
[page of all errors](/docs/errors). Quote \`request_id\` when you ask us about an answer.

An unknown path answers 404 \`not_found\`, a method that the path does not have 405 \`method_not_allowed\` with
\`Allow\`. 500 \`internal_error\` is a fault on our side and has been logged. 503 \`unavailable\` and \`busy\` say
in \`Retry-After\` when to try again.

## Retries and idempotency

When an answer is lost, you cannot know whether the request took effect. Calls that take an \`Idempotency-Key\`
can be repeated with the same key and body within ${IDEMPOTENCY_HOURS} hours: they take effect once, and the repeat returns the
first answer with \`Idempotent-Replayed: true\`. Refusals are stored like any answer, except 401, 403, 429 and
5xx: after those, the same key runs the call again. The key with a different body is 409
\`idempotency_key_reused\`; while the first request is still running it is 409 \`request_in_progress\`. If a
server broke down after the request took effect and before it answered, the repeat is 409
\`request_answer_lost\`: read what is there. Use a new key, such as a UUID, for each action. Keys of different users are independent.

## Limits

A body is one object of at most ${MAX_BODY_BYTES / 1024} KB and ${MAX_BODY_DEPTH} levels. Calls that check credentials or send messages are
rate limited. Each such call lists its limits, also as \`x-rate-limits\`. Above a limit the answer is 429
\`rate_limited\`: \`Retry-After\` gives the seconds to wait, \`RateLimit\` names the limit. For limits by address, an
address is an IPv4 address or a /64 network of IPv6.
`;
