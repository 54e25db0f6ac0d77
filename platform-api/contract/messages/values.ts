/** A message of the contact form or to a customer, in characters: about two pages. */
export const MAX_MESSAGE_LENGTH = 5_000;
/** A message that is read sooner than this causes no mail. */
export const MESSAGE_MAIL_MINUTES = 2;
/** The beginning of a message that the audit log keeps, in characters. */
export const MAX_AUDITED_TEXT_LENGTH = 200;
/** A contact form that is sent sooner than this after it was opened comes from a bot, in ms. */
export const MIN_CONTACT_MS = 2_000;
