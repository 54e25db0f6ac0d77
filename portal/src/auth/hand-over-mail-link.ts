/** The page that follows the links in emails. */
const AUTH_PATH = '/auth';

/** Whether a fragment looks like that of a link in our emails. The client parses it in full. */
export function isMailLink(fragment: string): boolean {
  const fields = new URLSearchParams(fragment.slice(1));
  return fields.has('type') && fields.has('token');
}

/**
 * Links in emails lead to the site root. They are passed on to `/auth` before the page renders, and when one
 * is pasted into an open page. The address with the token leaves no entry in the history.
 *
 * @returns whether the page is being left
 */
export function handOverMailLink(): boolean {
  const hasLink = () => location.pathname === '/' && isMailLink(location.hash);
  const passOn = () => location.replace(AUTH_PATH + location.hash);
  addEventListener('hashchange', () => {
    if (hasLink()) passOn();
  });
  if (!hasLink()) return false;
  passOn();
  return true;
}
