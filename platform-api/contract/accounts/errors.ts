/** Errors of accounts, in the order of their status. `errors.ts` says how they are written. */
export const ACCOUNTS_ERRORS = {
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
  /** A one-time code or link was used or has ended. Its code is that of an invalid bearer token. */
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
  /** A signed-in user gave a wrong password. Its code is that of a failed sign-in. */
  step_up_refused: {
    code: 'invalid_credentials',
    status: 401,
    title: 'Please check your password',
    detail: 'The password is incorrect.',
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
  csrf_rejected: {
    status: 403,
    title: 'Not allowed from this page',
    detail: 'A session cookie can only be used from our own pages.',
  },
  too_many_keys: {
    status: 409,
    title: 'Too many API keys',
    detail: 'Delete a key that you no longer use before you create another.',
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
  /** For an admin, about a customer. */
  email_in_use: {
    code: 'user_already_exists',
    status: 422,
    title: 'Email address in use',
    detail: 'Another account already uses this email address.',
  },
} as const;
