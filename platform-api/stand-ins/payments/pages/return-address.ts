/** Letters of a host: nothing that could end a directive of a Content-Security-Policy. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** An address that a page may lead to; null: none was given, or it is no web address. */
export function webAddress(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  return /^https?:$/.test(new URL(address).protocol) ? address : null;
}

/** The origin of an address, as it may stand in a Content-Security-Policy. */
export function returnOrigin(address: string | null): string | null {
  const web = webAddress(address);
  if (web === null) return null;
  const { origin } = new URL(web);
  return PLAIN_ORIGIN.test(origin) ? origin : null;
}

/** An address with the session's id in it where Stripe's template asks for it (Stripe, success_url). */
export function withSessionId(address: string | null, id: string): string | null {
  return webAddress(address?.replaceAll('{CHECKOUT_SESSION_ID}', id));
}
