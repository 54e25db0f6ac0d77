const DAY_SECONDS = 86_400;

/** A rate limit: `points` in `seconds`, counted for each `per`. */
export interface RateLimit {
  points: number;
  seconds: number;
  /** `address`: an IPv4 address or an IPv6 /64 network. `target`: the email address or phone number in the request. */
  per: 'address' | 'account' | 'target' | 'target and address' | 'everybody';
  /** Every request counts, only failed ones, or only messages that are sent. */
  counts: 'requests' | 'failures' | 'text messages' | 'messages';
  /** The reaction above the limit, unless it is a 429: no visible effect, a delay, or an alarm in the log. */
  beyond?: 'silence' | 'a wait' | 'an alarm';
}

/** Limits on all calls that check secrets, send messages or cost much. */
export const RATE_LIMITS = {
  signup: { points: 10, seconds: 3600, per: 'address', counts: 'requests' },
  /** Asked while a password is typed. */
  password_check: { points: 120, seconds: 300, per: 'address', counts: 'requests' },
  signup_target: { points: 3, seconds: 3600, per: 'target and address', counts: 'requests' },
  login: { points: 20, seconds: 900, per: 'address', counts: 'failures' },
  login_target: { points: 5, seconds: 900, per: 'target and address', counts: 'failures' },
  /** Delays the answer only: a lockout would let attackers lock users out. */
  login_slow: { points: 100, seconds: 3600, per: 'target', counts: 'failures', beyond: 'a wait' },
  token: { points: 600, seconds: 300, per: 'address', counts: 'requests' },
  verify: { points: 30, seconds: 300, per: 'address', counts: 'requests' },
  send: { points: 30, seconds: 3600, per: 'address', counts: 'requests' },
  /** Silent, because a 429 would reveal that the account exists. */
  code_target: {
    points: 10,
    seconds: 3600,
    per: 'target and address',
    counts: 'requests',
    beyond: 'silence',
  },
  recover_target: {
    points: 5,
    seconds: 3600,
    per: 'target and address',
    counts: 'requests',
    beyond: 'silence',
  },
  recover_target_minute: {
    points: 1,
    seconds: 60,
    per: 'target and address',
    counts: 'requests',
    beyond: 'silence',
  },
  /** Against floods from many addresses. One address can use up a fifth of it with codes and links together. */
  messages_target: {
    points: 75,
    seconds: 3600,
    per: 'target',
    counts: 'requests',
    beyond: 'silence',
  },
  /** A text message costs money, which fraud turns into income (artificially inflated traffic). */
  text: { points: 10, seconds: DAY_SECONDS, per: 'address', counts: 'text messages' },
  text_new_number: { points: 3, seconds: DAY_SECONDS, per: 'account', counts: 'text messages' },
  /** To a number that no account has confirmed. Confirmed ones are left out: strangers could use up the limit. */
  text_unproven: {
    points: 5,
    seconds: DAY_SECONDS,
    per: 'target',
    counts: 'text messages',
    beyond: 'silence',
  },
  /** The budget. Beyond it nothing is sent, and the operator is alarmed. */
  text_budget: {
    points: 100,
    seconds: 3600,
    per: 'everybody',
    counts: 'text messages',
    beyond: 'silence',
  },
  current_password: { points: 5, seconds: 900, per: 'account', counts: 'failures' },
  /** Counted only after the right password, so that strangers cannot spend the tries. */
  second_factor: { points: 10, seconds: 900, per: 'target and address', counts: 'failures' },
  second_factor_day: { points: 100, seconds: DAY_SECONDS, per: 'target', counts: 'failures' },
  second_factor_setup: { points: 20, seconds: 3600, per: 'account', counts: 'requests' },
  /** Each sends a mail to an address that may be a stranger’s. */
  team_invitation: { points: 60, seconds: DAY_SECONDS, per: 'account', counts: 'requests' },
  team_join: { points: 60, seconds: 3600, per: 'account', counts: 'requests' },
  user_change: { points: 20, seconds: 3600, per: 'account', counts: 'requests' },
  api_key: { points: 20, seconds: 3600, per: 'account', counts: 'requests' },
  /** Enough to try a new endpoint for an hour, and too few to strike a stranger’s server. */
  webhook: { points: 120, seconds: 3600, per: 'account', counts: 'requests' },
  /** Enough to replace all files of a package a few times. */
  upload: { points: 120, seconds: 3600, per: 'account', counts: 'requests' },
  /** A folder of several thousand files, begun twice. */
  library_upload: { points: 10_000, seconds: 3600, per: 'account', counts: 'requests' },
  /** 240 GB an hour, more than any line of an office carries. */
  library_part: { points: 30_000, seconds: 3600, per: 'account', counts: 'requests' },
  setup: { points: 60, seconds: 3600, per: 'account', counts: 'requests' },
  /** Enough to try colours for an hour. */
  look: { points: 300, seconds: 3600, per: 'account', counts: 'requests' },
  /** One for each dish of a menu that sells out. */
  wall_message: { points: 120, seconds: 3600, per: 'account', counts: 'requests' },
  notification: { points: 30, seconds: 3600, per: 'account', counts: 'requests' },
  /** A message a minute is a conversation; more is a flood. */
  message: { points: 60, seconds: 3600, per: 'account', counts: 'requests' },
  /** An export reads all data of a user. */
  export: { points: 10, seconds: 3600, per: 'account', counts: 'requests' },
  /** Each of these connects to other people’s servers. */
  check: { points: 60, seconds: 300, per: 'account', counts: 'requests' },
  desk_mail: { points: 60, seconds: 3600, per: 'account', counts: 'requests' },
  customers_export: { points: 20, seconds: 3600, per: 'account', counts: 'requests' },
  library_export: { points: 60, seconds: 3600, per: 'account', counts: 'requests' },
  /** Called while an admin edits a rule. */
  rule_preview: { points: 600, seconds: 300, per: 'account', counts: 'requests' },
  /** Called while an admin edits a schedule. */
  schedule_preview: { points: 600, seconds: 300, per: 'account', counts: 'requests' },
  /** Each simulates 60 days: a revision a second for an hour must fit. */
  schedule_publish: { points: 3_600, seconds: 3600, per: 'account', counts: 'requests' },
  play_log_export: { points: 60, seconds: 3600, per: 'account', counts: 'requests' },
  /** Each decodes a picture or writes many rows. */
  library_import: { points: 600, seconds: 3600, per: 'account', counts: 'requests' },
  /** Speech can cost money; enough to speak all scripts of some hundred stations. */
  speech: { points: 1_200, seconds: 3600, per: 'account', counts: 'requests' },
  /** Visitors who try names; one office shares an address. */
  spoken_name: { points: 30, seconds: 3600, per: 'address', counts: 'requests' },
  /** Names that are not cached, which can cost money: about 20,000 characters an hour. */
  spoken_name_new: { points: 300, seconds: 3600, per: 'everybody', counts: 'requests' },
  /** Each may speak a text, which can cost money; more than any package can air in a day. */
  announcement: { points: 300, seconds: 3600, per: 'account', counts: 'requests' },
  /** A person types a few codes; a guess reaches screens of the same station only. */
  pairing: { points: 30, seconds: 600, per: 'account', counts: 'requests' },
  /** A browser asks for a key once. A business may set up many at one address. */
  begin_pairing: { points: 100, seconds: 3600, per: 'address', counts: 'requests' },
  /** PINs are short. */
  leave_pin: { points: 20, seconds: 3600, per: 'address', counts: 'requests' },
  /** Only ten changes can succeed; the rest allows for slugs that are taken. */
  slug_change: { points: 60, seconds: 3600, per: 'account', counts: 'requests' },
  /** Called while the user types. */
  slug_availability: { points: 300, seconds: 300, per: 'account', counts: 'requests' },
  domain_change: { points: 30, seconds: 3600, per: 'account', counts: 'requests' },
  contact: { points: 5, seconds: 3600, per: 'target and address', counts: 'messages' },
  /** Visitors of one office share an address. */
  contact_address: { points: 20, seconds: 3600, per: 'address', counts: 'messages' },
  /** Answers are kept under the keys of strangers, those to bots included. */
  contact_form: { points: 60, seconds: 3600, per: 'address', counts: 'requests' },
  quote: { points: 120, seconds: 300, per: 'address', counts: 'requests' },
  checkout: { points: 30, seconds: 3600, per: 'account', counts: 'requests' },
  /** Each of these calls the payment provider, which has its own limits. */
  billing: { points: 120, seconds: 300, per: 'account', counts: 'requests' },
  /** An alarm only: otherwise bots at many addresses could close the form for everyone. */
  contact_queue: {
    points: 30,
    seconds: 3600,
    per: 'everybody',
    counts: 'requests',
    beyond: 'an alarm',
  },
} as const satisfies Record<string, RateLimit>;
export type RateLimitName = keyof typeof RATE_LIMITS;
