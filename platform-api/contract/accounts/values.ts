/** `support` works in the admin area, without money, plans, roles and deletion. */
export const USER_ROLES = ['user', 'support', 'admin'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** After entering the password again, an admin may make sensitive calls for this many seconds. */
export const STEP_UP_SECONDS = 300;

/** The lifetime of an access token, in seconds. */
export const ACCESS_TOKEN_SECONDS = 900;

/**
 * A session ends after this long without use, and after this long in total, in seconds. A second use of a
 * refresh token counts as a race between two tabs during the grace period, and as theft after it.
 */
export const SESSION_IDLE_SECONDS = 7 * 24 * 60 * 60;
export const SESSION_LIFE_SECONDS = 30 * 24 * 60 * 60;
export const REFRESH_GRACE_SECONDS = 10;

/** The longest time for which an admin may see the portal as a customer, in seconds. */
export const SUPPORT_VIEW_SECONDS = 30 * 60;
/** The prefix of the token of such a view. */
export const SUPPORT_VIEW_PREFIX = 'shv_';

/** Password lengths in characters: for new ones (NIST SP 800-63B, OWASP ASVS 6.2), and at sign-in. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
export const MAX_TRIED_PASSWORD_LENGTH = 1024;

/** One-time codes: digits, attempts of one address and of all, and lifetime in seconds. */
export const CODE_DIGITS = 6;
export const CODE_TRIES = 5;
export const CODE_TRIES_OF_ALL = 25;
export const CODE_SECONDS = 10 * 60;
/**
 * The newest links and codes of one kind to one address all work until one is used: a stranger may have requested
 * some.
 */
export const VALID_LINKS = 3;

/**
 * The lifetime of each kind of emailed link, in seconds: short if it signs in or resets a password, a day
 * if it only confirms an address.
 */
export const LINK_SECONDS = {
  otp: 10 * 60,
  signup: 24 * 60 * 60,
  email_change: 24 * 60 * 60,
  phone_change: 10 * 60,
  recovery: 60 * 60,
} as const;
export type CodeType = keyof typeof LINK_SECONDS;

/** Recovery codes that are made at a time, as at GitHub and others. */
export const RECOVERY_CODES = 10;

/** Passkeys per user: some for each of their devices, and a list that stays one page. */
export const MAX_PASSKEYS = 10;
/** A passkey’s challenge can be answered for this long; WebAuthn Level 3 recommends 5 to 10 minutes. */
export const PASSKEY_SECONDS = 5 * 60;
/** A text of a passkey’s answer. An attestation without certificates has less than 2,000 characters. */
export const MAX_PASSKEY_TEXT_LENGTH = 8_000;

/** API keys per user, so that the list stays one page. */
export const MAX_API_KEYS = 20;
/** The parts of the API to which a member's key can be limited. */
export const API_PARTS = [
  'stations',
  'assets',
  'announcements',
  'locations',
  'messages',
  'billing',
  'account',
  'webhooks',
] as const;
export type ApiPart = (typeof API_PARTS)[number];
const partScopes = API_PARTS.flatMap((part) => [`${part}:read`, `${part}:write`] as const);
/**
 * `read` and `write` are for all parts. `admin` gives an admin's key the rights of the admin, to read or write as those
 * two say.
 */
export const API_KEY_SCOPES = ['read', 'write', 'admin', ...partScopes] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];
/** The prefix of every API key, which secret scanners can search for. */
export const API_KEY_PREFIX = 'shk_';
/** The prefix of test keys, whose requests are answered with examples and have no effect. */
export const TEST_KEY_PREFIX = `${API_KEY_PREFIX}test_`;

/** The longest life of an API key that expires. */
export const MAX_API_KEY_DAYS = 366;
