/** What the link in a mail may be for. */
export const MAIL_LINK_TYPES = ['otp', 'signup', 'email_change', 'recovery'] as const;
export type MailLinkType = (typeof MAIL_LINK_TYPES)[number];

export interface MailLink {
  type: MailLinkType;
  token: string;
}

/**
 * Reads `#type=…&token=…`, which is how links in our mails end.
 *
 * @returns null for any other fragment
 */
export function readMailLink(fragment: string): MailLink | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const type = MAIL_LINK_TYPES.find((known) => known === fields.get('type'));
  const token = fields.get('token');
  return type && token ? { type, token } : null;
}
