/** Where what a link from a mail asks for is done. */
const PLACE = '/auth';

/** Whether an address ends as the links in our mails do; the client reads it in full. */
export function isMailLink(fragment: string): boolean {
  const fields = new URLSearchParams(fragment.slice(1));
  return fields.has('type') && fields.has('token');
}

/**
 * Links in mails lead to the root (API document, Mail links): it hands them on before it draws anything,
 * and again when one is pasted while it is open. The address with the token leaves no step in the
 * history.
 *
 * @returns whether the page is being left
 */
export function handOverMailLink(): boolean {
  const hasLink = () => location.pathname === '/' && isMailLink(location.hash);
  const goOn = () => location.replace(PLACE + location.hash);
  addEventListener('hashchange', () => {
    if (hasLink()) goOn();
  });
  if (!hasLink()) return false;
  goOn();
  return true;
}
