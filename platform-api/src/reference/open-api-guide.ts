import {
  ACCESS_TOKEN_SECONDS,
  API_KEY_PREFIX,
  IDEMPOTENCY_HOURS,
  MAX_BODY_BYTES,
  MAX_BODY_DEPTH,
  REFRESH_GRACE_SECONDS,
} from '../../contract/limits.ts';

/** The reference's opening pages, in Markdown: what holds for every call. */
export const GUIDE = `Everything that the portal does, from code. Bodies are JSON. Fields are snake_case, times are
ISO 8601 in UTC, money is an integer in cents beside its \`currency\`, ids are UUIDs. An answer may gain fields;
a field that a request may not have is refused by name.

# Authentication

Send \`Authorization: Bearer …\` with one of two things:

- **An access token**, for people. \`POST /v1/auth/token\` gives it with a refresh token; it lives for
  ${ACCESS_TOKEN_SECONDS / 60} minutes. A refresh token is good once: each refresh answers with the next. The same
  one again within ${REFRESH_GRACE_SECONDS} seconds brings the same answer, for two tabs may race; later it ends the session.
- **An API key**, for programs, which begins with \`${API_KEY_PREFIX}\`. It has the scope \`read\` for every GET, \`write\`
  for the rest, or both. Calls that change who may come in (sessions, passwords, API keys) refuse it:
  403 \`forbidden\`.

Who asks, and as what, is read anew for each request: a session that has ended, a key that was revoked and a
role that was lowered count at once. Somebody else's things are not there: 404.

# Cookies

Our own pages keep the refresh token in a cookie that no script can read: they sign in with
\`"session": "cookie"\`, and the answer holds no \`refresh_token\`. The cookie only counts for refreshing and
signing out, only with \`Content-Type: application/json\`, and only when the browser says that one of our own
pages asks (\`Origin\`, else \`Sec-Fetch-Site: same-origin\`); otherwise 403 \`csrf_rejected\`. Everything else goes
by the Authorization header, which no other site can make a browser send.

Scripts of any site may read the public calls of stations and packages, without credentials.

# Errors

Every error is a problem document (RFC 9457, \`application/problem+json\`). Decide by \`code\`, which is stable;
show \`detail\`, which is written for people; \`errors\` names each field that is not right. \`type\` leads to the
[page of all errors](/docs/errors). Tell us \`request_id\` when you ask about an answer.

An address that has no such method answers 405 \`method_not_allowed\` with \`Allow\`; one that is none, 404
\`not_found\`. 500 \`internal_error\` is our fault and has been noted; 503 \`unavailable\` and \`busy\` say in
\`Retry-After\` when to come back.

# Asking again

An answer can get lost, and then nobody knows whether the request acted. Calls that take an \`Idempotency-Key\`
can simply be asked again with the same key and body, within ${IDEMPOTENCY_HOURS} hours: they act once, and the answer is the
first one once more, with \`Idempotent-Replayed: true\`. Refusals are kept like any answer, but 401, 403, 429
and all from 500 on are not: after those the same key acts anew. The key with another body is
409 \`idempotency_key_reused\`; while the first request is at work it is 409 \`request_in_progress\`. Make a new
key, such as a UUID, for each thing that you want done. Keys of others are nothing to you, nor yours to them.

# Limits

A body has at most ${MAX_BODY_BYTES / 1024} KB and ${MAX_BODY_DEPTH} levels, and is one object. What guesses or sends
is counted; each call names its limits, and has them for programs under \`x-rate-limits\`. Beyond one the answer
is 429 \`rate_limited\`: \`Retry-After\` says for how many seconds, \`RateLimit\` which limit it was. An address is
an IPv4 address or an IPv6 network of 64 bits.
`;
