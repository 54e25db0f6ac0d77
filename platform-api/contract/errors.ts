import {
  MAX_AUDIO_MEGABYTES,
  MAX_LOGO_MEGABYTES,
  MAX_MEMBER_MEGABYTES,
  MAX_OPERATOR_FILES,
  MAX_SLUG_CHANGES,
  type PackageName,
} from './limits.ts';

/**
 * Every error that crosses the wire: a stable code, its status, and the sentence a person may read.
 * `code` stands only where two situations share one code on the wire. Messages that the specification writes in two parts ('File too large - Logo must be under 2MB') are
 * `title` before the dash and `detail` after it.
 */
export const ERRORS = {
  bad_request: {
    status: 400,
    title: 'Bad request',
    detail: 'The request could not be read.',
  },
  bad_json: {
    status: 400,
    title: 'Bad JSON',
    detail: 'The body must be one JSON object that is not nested too deeply.',
  },
  bad_multipart: {
    status: 400,
    title: 'Bad upload',
    detail: 'The body could not be read as multipart/form-data: first `kind`, then one `file`.',
  },
  missing_credentials: {
    status: 400,
    title: 'Missing credentials',
    detail: 'You must provide either an email or phone number and a password',
  },
  missing_target: {
    status: 400,
    title: 'Missing address',
    detail: 'You must provide either an email or phone number.',
  },
  /** A code or link: shares its code with the bearer's own token, as the API document has it. */
  spent_token: {
    code: 'invalid_token',
    status: 400,
    title: 'This code or link no longer works',
    detail:
      'It may have been used already, replaced by a newer one, or be too old. Ask for a new one.',
  },
  invalid_token: {
    status: 401,
    title: 'Please sign in',
    detail: 'This needs a valid access token or API key.',
  },
  token_expired: {
    status: 401,
    title: 'Please sign in again',
    detail: 'The access token is too old. Refresh it and try again.',
  },
  session_ended: {
    status: 401,
    title: 'Please sign in again',
    detail: 'This session has ended.',
  },
  refresh_token_reused: {
    status: 401,
    title: 'Please sign in again',
    detail: 'This session was used in two places at once and has been ended, to be safe.',
  },
  invalid_credentials: {
    status: 401,
    title: 'Could not sign in',
    detail:
      'E-mail or phone number and password do not match. A phone number must be confirmed before it signs in.',
  },
  /** Of somebody who is signed in: shares its code with the sign-in that fails. */
  step_up_refused: {
    code: 'invalid_credentials',
    status: 401,
    title: 'Please check your password',
    detail: 'The password is not right.',
  },
  invalid_signature: {
    status: 400,
    title: 'Not from the payment provider',
    detail: 'The signature does not belong to this body.',
  },
  stale_signature: {
    status: 400,
    title: 'Too old or too new',
    detail: 'The signature’s time is too far from now.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    detail: 'You don’t have permission to do this.',
  },
  step_up_required: {
    status: 403,
    title: 'Please confirm that it is you',
    detail: 'Enter your password again to do this.',
  },
  commercials_not_in_package: {
    code: 'feature_not_in_package',
    status: 403,
    title: 'Feature not available',
    detail:
      'Commercial spots are not available in your Starter package. Please upgrade to Professional or Enterprise.',
  },
  feature_not_in_package: {
    status: 403,
    title: 'Feature not available',
    detail:
      'Announcement and commercial settings are not available in your Starter package. Please upgrade to Professional or Enterprise.',
  },
  csrf_rejected: {
    status: 403,
    title: 'Not from here',
    detail: 'A session in a cookie can only be used from our own pages.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    detail: 'There is nothing at this address.',
  },
  station_not_found: {
    status: 404,
    title: 'Station Not Found',
    detail: 'Station not found or not active',
  },
  no_station: {
    status: 404,
    title: 'No station yet',
    detail: 'You have no station yet.',
  },
  /** At the desk: of somebody else. */
  customer_without_station: {
    code: 'no_station',
    status: 404,
    title: 'No station yet',
    detail: 'This customer has no station yet.',
  },
  invoice_not_found: {
    status: 404,
    title: 'Invoice not found',
    detail: 'There is no such invoice in your account.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This address does not answer that method. The Allow header names those it does.',
  },
  too_many_keys: {
    status: 409,
    title: 'Too many API keys',
    detail: 'Delete a key that you no longer use before you make another.',
  },
  /** Its detail names the number and the package: `tooManyFiles`. */
  too_many_files: {
    status: 409,
    title: 'Too many files',
    detail: 'There is no room for another file of this kind in your package.',
  },
  last_admin: {
    status: 409,
    title: 'You are the only admin',
    detail: 'Somebody must look after the desk. Make another person an admin first.',
  },
  cannot_delete_self: {
    status: 409,
    title: 'This is your own account',
    detail: 'Your own account is deleted in its settings, on your dashboard.',
  },
  changed_meanwhile: {
    status: 409,
    title: 'Changed meanwhile',
    detail:
      'Somebody else has changed this customer since you opened it. Nothing of yours is saved yet.',
  },
  no_email: {
    status: 409,
    title: 'No e-mail address',
    detail: 'This customer signs in by phone and has no address that a mail could go to.',
  },
  email_unconfirmed: {
    status: 409,
    title: 'Address not confirmed',
    detail:
      'Anybody may have signed up with this address. It must be confirmed before its owner becomes an admin.',
  },
  email_of_admin: {
    status: 409,
    title: 'An admin’s address',
    detail: 'Admins change their e-mail address themselves, in the settings of their account.',
  },
  status_locked: {
    status: 409,
    title: 'Not paid for',
    detail: 'This station is not paid for at the moment. Its status follows the payment.',
  },
  price_changed: {
    status: 409,
    title: 'The price is another one',
    detail: 'The amounts are not the ones that apply now. Check the new ones and try again.',
  },
  already_subscribed: {
    status: 409,
    title: 'You have a station already',
    detail: 'Your station is paid for. Its subscription is managed on your dashboard.',
  },
  no_billing_account: {
    status: 409,
    title: 'Nothing to manage yet',
    detail: 'You have no subscription yet. It begins with your first purchase.',
  },
  portal_not_configured: {
    status: 409,
    title: 'Setup Required',
    detail:
      'Customer portal needs to be configured in Stripe dashboard first. Please contact support.',
  },
  slug_taken: {
    status: 409,
    title: 'This address is taken',
    detail: 'Another station lives at this address. Please choose another one.',
  },
  slug_unchanged: {
    status: 409,
    title: 'Nothing to change',
    detail: 'This is your station’s address already.',
  },
  slug_limit_reached: {
    status: 409,
    title: 'URL Edit Limit Reached',
    detail: `You have changed your station’s address ${MAX_SLUG_CHANGES} times. To change it again, please contact support.`,
  },
  idempotency_key_reused: {
    status: 409,
    title: 'This key was used for something else',
    detail: 'An Idempotency-Key stands for one request with one body. Make a new key.',
  },
  request_in_progress: {
    status: 409,
    title: 'Still at it',
    detail:
      'The first request with this Idempotency-Key is not answered yet. Try again in a moment.',
  },
  body_too_large: {
    status: 413,
    title: 'Too large',
    detail: 'The request’s body is larger than this call takes.',
  },
  logo_too_large: {
    code: 'file_too_large',
    status: 413,
    title: 'File too large',
    detail: `Logo must be under ${MAX_LOGO_MEGABYTES}MB`,
  },
  file_too_large: {
    status: 413,
    title: 'File too large',
    detail: `MP3 files must be under ${MAX_AUDIO_MEGABYTES}MB and at most 15 minutes long`,
  },
  quota_exceeded: {
    status: 413,
    title: 'No room left',
    detail: `Your files may take ${MAX_MEMBER_MEGABYTES}MB in all. Remove one that you no longer need and try again.`,
  },
  not_an_mp3: {
    code: 'unsupported_media_type',
    status: 415,
    title: 'Invalid files',
    detail: 'Only MP3 files are allowed',
  },
  not_a_picture: {
    code: 'unsupported_media_type',
    status: 415,
    title: 'Invalid file',
    detail: 'A logo must be a JPG, PNG or GIF picture',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported content type',
    detail: 'Send JSON, with Content-Type: application/json.',
  },
  /** Of a call that takes a file. */
  form_expected: {
    code: 'unsupported_media_type',
    status: 415,
    title: 'Unsupported content type',
    detail: 'Send a form, with Content-Type: multipart/form-data.',
  },
  unknown_host: {
    status: 421,
    title: 'Unknown host',
    detail: 'No station and no page of ours lives at this host name.',
  },
  validation_failed: {
    status: 422,
    title: 'Please check what you sent',
    detail: 'Some of the fields are not right. Each is named under errors.',
  },
  /** The setup form's sentence for what it can't do without (specification §5). */
  missing_information: {
    code: 'validation_failed',
    status: 422,
    title: 'Missing information',
    detail: 'Please fill in all required fields',
  },
  image_too_large: {
    status: 422,
    title: 'Picture too large',
    detail: 'This picture has too many pixels or frames. Make it smaller and try again.',
  },
  user_already_exists: {
    status: 422,
    title: 'Already registered',
    detail:
      'There is an account with this e-mail address or phone number already. Sign in instead.',
  },
  weak_password: {
    status: 422,
    title: 'Please choose another password',
    detail: 'Use 8 to 128 characters, and none of the passwords that everybody uses.',
  },
  current_password_wrong: {
    status: 422,
    title: 'Please check your password',
    detail: 'The current password is not right.',
  },
  unknown_package: {
    status: 422,
    title: 'No such package',
    detail: 'This package is not on sale. Choose another one.',
  },
  slug_invalid: {
    status: 422,
    title: 'Please check the address',
    detail:
      'Use 1 to 63 letters from a to z, digits and hyphens, with no hyphen at the start or the end, nor ' +
      'two as the third and fourth character.',
  },
  slug_reserved: {
    status: 422,
    title: 'This address is reserved',
    detail: 'We need this word for our own pages. Please choose another one.',
  },
  /** At the desk: of somebody else. */
  email_in_use: {
    code: 'user_already_exists',
    status: 422,
    title: 'Address in use',
    detail: 'Another account has this e-mail address already.',
  },
  url_not_allowed: {
    status: 422,
    title: 'This address is not allowed',
    detail: 'It leads into a private network or is none of the web. Each is named under errors.',
  },
  vat_number_invalid: {
    status: 422,
    title: 'Please check the VAT number',
    detail: 'It is not written as VAT numbers of this country are. Correct it or leave it out.',
  },
  precondition_required: {
    status: 428,
    title: 'If-Match is missing',
    detail: 'Send the ETag of the customer that you have, so that nobody’s changes are lost.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many tries',
    detail: 'That was tried too often. Please wait a little and try again.',
  },
  too_many_streams: {
    status: 429,
    title: 'Too many open streams',
    detail: 'Too many live connections are open here. Please try again in a moment.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    detail: 'The fault is ours and has been noted. Please try again in a moment.',
  },
  format_not_supported: {
    status: 501,
    title: 'Not in this format',
    detail: 'We answer this in JSON alone. Leave out `format`, or ask for json.',
  },
  payment_provider_error: {
    status: 502,
    title: 'Payment Error',
    detail: 'Failed to create payment session. Please try again.',
  },
  billing_provider_error: {
    code: 'payment_provider_error',
    status: 502,
    title: 'Billing Error',
    detail: 'Failed to load billing information',
  },
  storage_unavailable: {
    status: 503,
    title: 'Files cannot be kept right now',
    detail: 'The fault is ours. Please try again in a moment.',
  },
  stripe_not_configured: {
    status: 503,
    title: 'Configuration Error',
    detail: 'Stripe secret key not configured. Please contact support.',
  },
  busy: {
    status: 503,
    title: 'Very busy right now',
    detail: 'Many people are here at once. Please try again in a few seconds.',
  },
  unavailable: {
    status: 503,
    title: 'Not available right now',
    detail: 'We cannot answer right now. Please try again in a few seconds.',
  },
} as const satisfies Record<
  string,
  { status: number; title: string; detail: string; code?: string }
>;

/** What can go wrong, by our own name for it. */
export type ErrorName = keyof typeof ERRORS;

/** Names that cross the wire under the code of another one. */
type SharingName = {
  [Name in ErrorName]: (typeof ERRORS)[Name] extends { code: string } ? Name : never;
}[ErrorName];

/** A code as it crosses the wire. */
export type ErrorCode = Exclude<ErrorName, SharingName>;

const isSharing = (name: ErrorName): name is SharingName => 'code' in ERRORS[name];

/** The code under which an error crosses the wire. */
export function wireCode(name: ErrorName): ErrorCode {
  return isSharing(name) ? ERRORS[name].code : name;
}

/** Every code that may cross the wire, in the order in which the reference lists them. */
export const ERROR_CODES = (Object.keys(ERRORS) as ErrorName[]).filter(
  (name): name is ErrorCode => !isSharing(name),
);

/** The detail of `too_many_files` (specification §5). */
export const tooManyFiles = (most: number, packageName: PackageName): string =>
  `Maximum ${most} files allowed for ${packageName} package`;

/** The same at the desk, of what the operator sends. */
export const TOO_MANY_OPERATOR_FILES =
  `We keep at most ${MAX_OPERATOR_FILES} files of a kind for a customer. ` +
  'Remove one that is no longer needed and try again.';
