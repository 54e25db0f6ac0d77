import {
  MAX_AUDIO_MEGABYTES,
  MAX_BACKGROUND_MEGABYTES,
  MAX_RATED_TRACKS,
  MAX_LIBRARY_MEGABYTES,
  MAX_LOGO_MEGABYTES,
  MAX_MEMBER_MEGABYTES,
  MAX_OPEN_ANNOUNCEMENTS,
  MAX_OPERATOR_FILES,
  MAX_PAUSES,
  FORMER_SLUG_DAYS,
  MAX_SLUG_CHANGES,
} from './limits.ts';
import { type PackageName } from './prices.ts';

/**
 * Every error that the API can answer: its status, its title and a sentence for people. The key is the
 * stable code, unless `code` names another one that several situations share. Where the specification
 * writes a message in two parts ('File too large - Logo must be under 2MB'), `title` is the part before
 * the dash and `detail` the part after it.
 */
export const ERRORS = {
  bad_request: {
    status: 400,
    title: 'Bad request',
    detail: 'The request could not be read.',
  },
  bad_json: {
    status: 400,
    title: 'Invalid JSON',
    detail: 'The body is not a valid JSON object, or it is nested too deeply.',
  },
  bad_multipart: {
    status: 400,
    title: 'Invalid upload',
    detail: 'The body must be multipart/form-data: first `kind`, then one `file`.',
  },
  missing_credentials: {
    status: 400,
    title: 'Missing credentials',
    detail: 'You must provide either an email or phone number and a password',
  },
  missing_target: {
    status: 400,
    title: 'Missing email or phone number',
    detail: 'You must provide either an email or phone number.',
  },
  /** For a one-time code or link. Shares its code with invalid bearer tokens. */
  spent_token: {
    code: 'invalid_token',
    status: 400,
    title: 'This code or link no longer works',
    detail:
      'It may have been used already, replaced by a newer one, or expired. Please request a new one.',
  },
  invalid_token: {
    status: 401,
    title: 'Please sign in',
    detail: 'A valid access token or API key is required.',
  },
  token_expired: {
    status: 401,
    title: 'Please sign in again',
    detail: 'The access token has expired. Refresh it and try again.',
  },
  session_ended: {
    status: 401,
    title: 'Please sign in again',
    detail: 'This session has ended.',
  },
  refresh_token_reused: {
    status: 401,
    title: 'Please sign in again',
    detail: 'This session was used in two places at once, so we ended it for your safety.',
  },
  invalid_credentials: {
    status: 401,
    title: 'Could not sign in',
    detail:
      'The email or phone number and the password do not match. Confirm your phone number before you sign in with it.',
  },
  /** For a user who is signed in. Shares its code with a failed sign-in. */
  step_up_refused: {
    code: 'invalid_credentials',
    status: 401,
    title: 'Please check your password',
    detail: 'The password is incorrect.',
  },
  invalid_signature: {
    status: 400,
    title: 'Invalid signature',
    detail: 'The signature does not match this body.',
  },
  stale_signature: {
    status: 400,
    title: 'Expired signature',
    detail: 'The signature’s timestamp is too far from the current time.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    detail: 'You don’t have permission to do this.',
  },
  view_only: {
    status: 403,
    title: 'You are viewing this account as support',
    detail: 'Nothing can be changed in this view, and security settings are not shown.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The API key may not do this',
    detail: 'This API key lacks a scope. Use a key that has it, or create one.',
  },
  second_factor_required: {
    status: 401,
    title: 'One more step',
    detail: 'Use your passkey, the code of your authenticator app, or a recovery code.',
  },
  second_factor_wrong: {
    status: 401,
    title: 'Please check the code',
    detail: 'The code is not valid, or was used already. Please type the next one.',
  },
  second_factor_exists: {
    status: 409,
    title: 'You have an authenticator app',
    detail: 'Remove the present authenticator app first.',
  },
  passkey_refused: {
    status: 401,
    title: 'The passkey did not work',
    detail: 'We could not check this passkey. Please try again, or use another way.',
  },
  passkey_needs_password: {
    status: 401,
    title: 'Your password is needed once',
    detail:
      'Your account was secured since this passkey was last used. Sign in with your password and this passkey once.',
  },
  passkey_exists: {
    status: 409,
    title: 'You have this passkey already',
    detail: 'This passkey is already in use. Choose another device or password manager.',
  },
  too_many_passkeys: {
    status: 409,
    title: 'Too many passkeys',
    detail: 'Remove a passkey that you no longer use before you add another.',
  },
  second_factor_missing: {
    status: 409,
    title: 'There is no second factor',
    detail: 'This account has no second factor.',
  },
  second_factor_needs_mail: {
    status: 403,
    title: 'Sign in by email first',
    detail:
      'The first second factor of an admin needs the mailbox, too. Sign out, sign in with the code that we email you, and set it up then.',
  },
  second_factor_setup_required: {
    status: 403,
    title: 'Set up a second factor',
    detail:
      'Admins need a second factor here. Set one up in your account settings, then come back.',
  },
  step_up_required: {
    status: 403,
    title: 'Please confirm it’s you',
    detail: 'Enter your password again to continue.',
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
  domain_not_in_package: {
    code: 'feature_not_in_package',
    status: 403,
    title: 'Feature not available',
    detail:
      'Your own domain is not available in your package. Please upgrade to Professional or Enterprise.',
  },
  announcements_not_in_package: {
    code: 'feature_not_in_package',
    status: 403,
    title: 'Feature not available',
    detail:
      'Announcements are not available in your Starter package. Please upgrade to Professional or Enterprise.',
  },
  csrf_rejected: {
    status: 403,
    title: 'Not allowed from this page',
    detail: 'A session cookie can only be used from our own pages.',
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
  listening_hours_used: {
    status: 403,
    title: 'No listening hours left',
    detail:
      'This station has used its listening hours of this month, so no new listeners can join. It can be heard again next month, or at once with a larger package.',
  },
  quality_not_available: {
    status: 404,
    title: 'Quality not available',
    detail:
      'This station does not stream in this quality. Every station streams MP3 at 128 kbit/s at /stream/{slug}.',
  },
  no_station: {
    status: 404,
    title: 'No station yet',
    detail: 'You have no station yet.',
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
  /** For an admin, about a customer. */
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
    detail: 'This address does not support that method. The Allow header lists those it does.',
  },
  too_many_keys: {
    status: 409,
    title: 'Too many API keys',
    detail: 'Delete a key that you no longer use before you create another.',
  },
  too_many_webhooks: {
    status: 409,
    title: 'Too many webhooks',
    detail: 'Remove a webhook that you no longer use before you add another.',
  },
  webhook_disabled: {
    status: 409,
    title: 'This webhook is disabled',
    detail: 'Enable it before you send anything to it.',
  },
  /** Usually thrown with `tooManyFiles` as its detail. */
  too_many_files: {
    status: 409,
    title: 'Too many files',
    detail: 'Your package has no room for another file of this kind.',
  },
  too_many_announcements: {
    status: 409,
    title: 'Too many announcements',
    detail: `You can keep ${MAX_OPEN_ANNOUNCEMENTS} announcements. Remove one that you no longer need and try again.`,
  },
  /** Thrown with the hour as its detail. */
  announcement_hour_full: {
    status: 409,
    title: 'This hour is full',
    detail: 'Your package has no room for another announcement in this hour.',
  },
  too_many_skips: {
    status: 409,
    title: 'No more skips this hour',
    detail: 'The licence of the music allows a few skips an hour. Please try again later.',
  },
  nothing_to_approve: {
    status: 409,
    title: 'Nothing to approve',
    detail: 'Your station is not ready to be heard yet, or has your yes already.',
  },
  approval_missing: {
    status: 409,
    title: 'The customer has not approved it',
    detail:
      'The customer hears the radio IDs and the first hour before the first air, on the page Sound.',
  },
  too_many_pauses: {
    status: 409,
    title: 'Too many pauses',
    detail: `You can plan ${MAX_PAUSES} pauses. Remove one that you no longer need and try again.`,
  },
  station_closed: {
    status: 409,
    title: 'Your station is closed then',
    detail: 'Nothing airs during a pause. Choose another time, or remove the pause first.',
  },
  too_many_ratings: {
    status: 409,
    title: 'Too many songs',
    detail: `You can rate ${MAX_RATED_TRACKS} songs. Tell us what you like instead, and we change the music.`,
  },
  announcement_over: {
    status: 409,
    title: 'This announcement is over',
    detail: 'Its time has passed, or it has no time yet. Choose when it should air.',
  },
  sign_in_first: {
    status: 403,
    title: 'Sign in first',
    detail:
      'Sign in to the account that gets this address, then confirm it. The code or link still works.',
  },
  last_admin: {
    status: 409,
    title: 'You are the only admin',
    detail: 'There must be at least one admin. Make another user an admin first.',
  },
  cannot_delete_self: {
    status: 409,
    title: 'This is your own account',
    detail: 'You can delete your own account in its settings, on your dashboard.',
  },
  subscription_running: {
    status: 409,
    title: 'This customer has a running subscription',
    detail:
      'Delete the customer first: this also cancels the subscription. Then erase the address to delete what is left.',
  },
  changed_meanwhile: {
    status: 409,
    title: 'Changed by someone else',
    detail:
      'Someone else has changed this customer since you opened it. Your changes are not saved yet.',
  },
  no_email: {
    status: 409,
    title: 'No email address',
    detail: 'This customer signs in by phone and has no email address.',
  },
  email_unconfirmed: {
    status: 409,
    title: 'Email address not confirmed',
    detail:
      'Anyone could have signed up with this address. Its owner must confirm it before they can become an admin.',
  },
  /** For a member who adds a phone number. */
  confirm_email_first: {
    code: 'email_unconfirmed',
    status: 409,
    title: 'Confirm your email address first',
    detail: 'Open the link in the mail that we sent you, then add the phone number.',
  },
  webhooks_need_email: {
    code: 'email_unconfirmed',
    status: 409,
    title: 'Confirm your email address first',
    detail: 'Open the link in the mail that we sent you, then add the webhook.',
  },
  email_of_admin: {
    status: 409,
    title: 'This address belongs to an admin',
    detail: 'Admins change their email address themselves, in their account settings.',
  },
  status_locked: {
    status: 409,
    title: 'Not paid for',
    detail: 'This station is not paid for at the moment. Its status depends on the payment.',
  },
  price_changed: {
    status: 409,
    title: 'The price has changed',
    detail: 'These amounts no longer apply. Check the new ones and try again.',
  },
  order_replaced: {
    status: 409,
    title: 'Replaced by another order',
    detail:
      'You have ordered something else since, perhaps in another tab. Complete that order, or try this one again.',
  },
  already_subscribed: {
    status: 409,
    title: 'You already have a station',
    detail: 'Your station is paid for. You can manage its subscription on your dashboard.',
  },
  no_billing_account: {
    status: 409,
    title: 'Nothing to manage yet',
    detail: 'You have no subscription yet. It starts with your first purchase.',
  },
  subscription_changed: {
    status: 409,
    title: 'Your subscription has changed',
    detail: 'It differs from what this page showed, and nothing was done. Please look at it again.',
  },
  package_not_changeable: {
    status: 409,
    title: 'The package cannot be changed now',
    detail:
      'A package can be changed while its subscription is paid and has another payment to come.',
  },
  package_change_planned: {
    status: 409,
    title: 'A change is planned already',
    detail:
      'The package changes with the next payment. Keep the present one first to choose a larger one.',
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
    detail: 'Another station uses this address. Please choose another one.',
  },
  playlist_name_taken: {
    status: 409,
    title: 'This name is taken',
    detail: 'Another playlist has this name. Please choose another one.',
  },
  playlist_changed: {
    status: 409,
    title: 'Changed by someone else',
    detail:
      'This playlist has a newer version than yours. Load it and make your changes again; nothing was saved.',
  },
  playlist_by_hand: {
    status: 409,
    title: 'This playlist has no rule',
    detail: 'Its tracks were chosen by hand, so there is no rule to apply.',
  },
  schedule_changed: {
    status: 409,
    title: 'Changed by someone else',
    detail:
      'Someone else has changed or published this schedule since you opened it. Load it again; nothing was saved.',
  },
  schedule_refused: {
    status: 422,
    title: 'This schedule can’t hold its promises',
    detail: 'Nothing was published. Each problem is listed under `problems`, with what mends it.',
  },
  preview_superseded: {
    status: 409,
    title: 'A newer preview has taken its place',
    detail: 'Another preview of this schedule was asked for since. Use the answer to that one.',
  },
  not_on_air_here: {
    status: 409,
    title: 'This station is not on air here',
    detail: 'Publish its schedule first.',
  },
  on_air_here: {
    status: 409,
    title: 'This station is on air here',
    detail:
      'Its stream and track addresses are set by its schedule. Take the station off air first to enter others.',
  },
  nothing_to_skip: {
    status: 409,
    title: 'Too late to skip this',
    detail: 'This item is over or ends within seconds.',
  },
  insertion_begun: {
    status: 409,
    title: 'Too late to withdraw this',
    detail: 'This item is on air, begins within seconds or has aired. You can skip what is on air.',
  },
  too_many_insertions: {
    status: 409,
    title: 'Too many items are waiting',
    detail: 'Wait until some of the items that were put in by hand have aired.',
  },
  item_not_ready: {
    status: 409,
    title: 'This item can’t air yet',
    detail: 'It is still being prepared, could not be prepared, or is retired.',
  },
  script_changed: {
    status: 409,
    title: 'The script has changed',
    detail: 'The customer has changed or removed this text. Load it again; nothing was saved.',
  },
  take_changed: {
    status: 409,
    title: 'Spoken again meanwhile',
    detail:
      'Someone else has had this script spoken or recorded again. Listen to the new take before you accept it.',
  },
  take_not_ready: {
    status: 409,
    title: 'Not ready yet',
    detail: 'This take can be accepted once it is ready for the air. Please wait a moment.',
  },
  domain_taken: {
    status: 409,
    title: 'This domain is in use',
    detail: 'Another station uses this domain. Remove it there first, or contact us.',
  },
  slug_held: {
    status: 409,
    title: 'This address is kept for another station',
    detail:
      `Another station had this address in the last ${FORMER_SLUG_DAYS} days. Its old links and QR codes must ` +
      'not lead to yours. Please choose another one.',
  },
  slug_unchanged: {
    status: 409,
    title: 'Nothing to change',
    detail: 'This is already your station’s address.',
  },
  slug_limit_reached: {
    status: 409,
    title: 'URL Edit Limit Reached',
    detail: `You have changed your station’s address ${MAX_SLUG_CHANGES} times. To change it again, please contact support.`,
  },
  upload_complete: {
    status: 409,
    title: 'This file has arrived',
    detail: 'All of this file has arrived, so its upload can’t be given up.',
  },
  upload_incomplete: {
    status: 409,
    title: 'Send the file again',
    detail: 'This file is no longer on the server completely. Please upload it again.',
  },
  idempotency_key_reused: {
    status: 409,
    title: 'This key was used for another request',
    detail: 'An Idempotency-Key belongs to one request with one body. Use a new key.',
  },
  request_in_progress: {
    status: 409,
    title: 'Still in progress',
    detail:
      'The first request with this Idempotency-Key has not finished yet. Try again in a moment.',
  },
  request_answer_lost: {
    status: 409,
    title: 'Done, but its answer is lost',
    detail:
      'The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.',
  },
  body_too_large: {
    status: 413,
    title: 'Too large',
    detail: 'The request body is larger than this call accepts.',
  },
  logo_too_large: {
    code: 'file_too_large',
    status: 413,
    title: 'File too large',
    detail: `Logo must be under ${MAX_LOGO_MEGABYTES}MB`,
  },
  background_too_large: {
    code: 'file_too_large',
    status: 413,
    title: 'File too large',
    detail: `Background pictures must be under ${MAX_BACKGROUND_MEGABYTES}MB`,
  },
  file_too_large: {
    status: 413,
    title: 'File too large',
    detail: `MP3 files must be under ${MAX_AUDIO_MEGABYTES}MB and at most 15 minutes long`,
  },
  /** For a form that is larger than the largest file. */
  upload_too_large: {
    code: 'file_too_large',
    status: 413,
    title: 'File too large',
    detail: `MP3 files must be under ${MAX_AUDIO_MEGABYTES}MB, logos under ${MAX_LOGO_MEGABYTES}MB, background pictures under ${MAX_BACKGROUND_MEGABYTES}MB`,
  },
  /** For a file of the music library. */
  music_too_large: {
    code: 'file_too_large',
    status: 413,
    title: 'File too large',
    detail: `Music files can be up to ${MAX_LIBRARY_MEGABYTES}MB. Please upload a smaller one.`,
  },
  quota_exceeded: {
    status: 413,
    title: 'Storage full',
    detail: `Your files can take up ${MAX_MEMBER_MEGABYTES}MB in total. Remove one that you no longer need and try again.`,
  },
  not_an_mp3: {
    code: 'unsupported_media_type',
    status: 415,
    title: 'Invalid files',
    detail: 'Only MP3 files are allowed',
  },
  not_music: {
    code: 'unsupported_media_type',
    status: 415,
    title: 'Not a music file',
    detail: 'Music must be an MP3, M4A, AAC, FLAC, WAV, AIFF, Ogg or Opus file.',
  },
  cover_not_a_picture: {
    code: 'unsupported_media_type',
    status: 415,
    title: 'Invalid file',
    detail: 'A cover must be a JPG, PNG or GIF image.',
  },
  not_a_picture: {
    code: 'unsupported_media_type',
    status: 415,
    title: 'Invalid file',
    detail: 'A picture must be a JPG, PNG or GIF image',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported content type',
    detail: 'Send JSON, with Content-Type: application/json.',
  },
  /** For calls that take a file. */
  form_expected: {
    code: 'unsupported_media_type',
    status: 415,
    title: 'Unsupported content type',
    detail: 'Send a form, with Content-Type: multipart/form-data.',
  },
  unknown_host: {
    status: 421,
    title: 'Unknown host',
    detail: 'There is no station or page at this host name.',
  },
  validation_failed: {
    status: 422,
    title: 'Please check your details',
    detail: 'Some fields are invalid. Each one is listed under errors.',
  },
  /** The setup form's message for missing required fields (specification §5). */
  missing_information: {
    code: 'validation_failed',
    status: 422,
    title: 'Missing information',
    detail: 'Please fill in all required fields',
  },
  part_damaged: {
    status: 422,
    title: 'Damaged on the way',
    detail: 'This part of the file did not arrive as it was sent. Please send it again.',
  },
  corrections_refused: {
    status: 422,
    title: 'Some lines can’t be applied',
    detail: 'Nothing was changed. Correct the lines that are named, and send the file again.',
  },
  image_too_large: {
    status: 422,
    title: 'Image too large',
    detail: 'This image has too many pixels or frames. Make it smaller and try again.',
  },
  user_already_exists: {
    status: 422,
    title: 'Already registered',
    detail: 'An account with this email address or phone number already exists. Sign in instead.',
  },
  number_not_supported: {
    status: 422,
    title: 'We can’t text this number',
    detail:
      'Text messages go to ordinary numbers in some countries only. Check the number, or use your email address.',
  },
  weak_password: {
    status: 422,
    title: 'Please choose another password',
    detail: 'Use 8 to 128 characters, and avoid passwords that many people use.',
  },
  current_password_wrong: {
    status: 422,
    title: 'Please check your password',
    detail: 'The current password is incorrect.',
  },
  unknown_package: {
    status: 422,
    title: 'Unknown package',
    detail: 'This package is not available. Please choose another one.',
  },
  voice_not_found: {
    status: 422,
    title: 'This voice is not available',
    detail: 'The voice is unknown or no longer available. Please choose another one.',
  },
  slug_invalid: {
    status: 422,
    title: 'Please check the address',
    detail:
      'Use 1 to 63 letters from a to z, digits and hyphens, with no hyphen at the start or the end, nor ' +
      'two as the third and fourth character.',
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
  slug_reserved: {
    status: 422,
    title: 'This address is reserved',
    detail: 'We use this word for our own pages. Please choose another one.',
  },
  /** For an admin, about a customer. */
  email_in_use: {
    code: 'user_already_exists',
    status: 422,
    title: 'Email address in use',
    detail: 'Another account already uses this email address.',
  },
  url_not_allowed: {
    status: 422,
    title: 'This address is not allowed',
    detail: 'The address must be a public http or https URL. Each one is listed under errors.',
  },
  vat_number_invalid: {
    status: 422,
    title: 'Please check the VAT number',
    detail: 'The VAT number does not match the format of its country. Correct it or leave it out.',
  },
  /** Shares its code: the form is right, but the register does not know the number. */
  vat_number_unknown: {
    code: 'vat_number_invalid',
    status: 422,
    title: 'Please check the VAT number',
    detail:
      'The tax authorities’ register does not know this VAT number. Correct it or leave it out.',
  },
  precondition_required: {
    status: 428,
    title: 'If-Match is missing',
    detail:
      'Send the ETag of the customer that you loaded, so that you don’t overwrite other changes.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many attempts',
    detail: 'You have tried this too many times. Please wait a little and try again.',
  },
  too_many_streams: {
    status: 429,
    title: 'Too many open streams',
    detail: 'Too many live connections are open. Please try again in a moment.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    detail: 'The error has been logged. Please try again in a moment.',
  },
  format_not_supported: {
    status: 501,
    title: 'Format not supported',
    detail: 'Only JSON is available. Leave out `format`, or set it to json.',
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
    title: 'Files cannot be saved right now',
    detail: 'This is a problem on our side. Please try again in a moment.',
  },
  storage_full: {
    status: 507,
    title: 'The server’s disk is full',
    detail: 'Nothing that has arrived is lost. Make room on the server, then continue.',
  },
  storage_not_adopted: {
    status: 503,
    title: 'The storage belongs to another installation',
    detail:
      'The storage has another installation’s id, or files that the database does not know, so nothing is deleted ' +
      'from it. Check STORAGE_URL and DATABASE_URL, or run `stationhouse adopt-storage`.',
  },
  stripe_not_configured: {
    status: 503,
    title: 'Configuration Error',
    detail: 'Stripe secret key not configured. Please contact support.',
  },
  busy: {
    status: 503,
    title: 'Very busy right now',
    detail: 'Many people are using the service right now. Please try again in a few seconds.',
  },
  maintenance: {
    status: 503,
    title: 'Maintenance',
    detail:
      'We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.',
  },
  in_standby: {
    status: 503,
    title: 'This is a copy',
    detail:
      'This installation is a copy in stand-by, so nothing is bought, charged or changed at the payment provider.',
  },
  unavailable: {
    status: 503,
    title: 'Not available right now',
    detail: 'The service is temporarily unavailable. Please try again in a few seconds.',
  },
} as const satisfies Record<
  string,
  { status: number; title: string; detail: string; code?: string }
>;

/** An error's name in our code. */
export type ErrorName = keyof typeof ERRORS;

/** Names that are sent under the code of another error. */
type SharingName = {
  [Name in ErrorName]: (typeof ERRORS)[Name] extends { code: string } ? Name : never;
}[ErrorName];

/** A code that clients can receive. */
export type ErrorCode = Exclude<ErrorName, SharingName>;

const isSharing = (name: ErrorName): name is SharingName => 'code' in ERRORS[name];

/** The code that clients receive for an error. */
export function wireCode(name: ErrorName): ErrorCode {
  return isSharing(name) ? ERRORS[name].code : name;
}

/** Every code that clients can receive, in the order of the reference. */
export const ERROR_CODES = (Object.keys(ERRORS) as ErrorName[]).filter(
  (name): name is ErrorCode => !isSharing(name),
);

/** The detail of `too_many_files` (specification §5). */
export const tooManyFiles = (most: number, packageName: PackageName): string =>
  `Maximum ${most} files allowed for ${packageName} package`;

/** The detail of `too_many_files` for files that an admin uploads. */
export const TOO_MANY_OPERATOR_FILES =
  `A customer can have at most ${MAX_OPERATOR_FILES} files of each kind from an admin. ` +
  'Remove one that is no longer needed and try again.';
