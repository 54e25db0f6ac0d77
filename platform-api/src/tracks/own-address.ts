/** Our own streams and their tracks live below this path. */
const OWN_PATH = '/stream/';

/**
 * One of our own addresses, in full: a path below `/stream/`, alone or on the origin of `publicUrl`. It is
 * answered in the process and never fetched.
 * @returns null where the address is somebody else's, or none
 */
export function ownAddress(address: string, publicUrl: string): URL | null {
  if (!URL.canParse(address, publicUrl)) return null;
  const url = new URL(address, publicUrl);
  const isOurs = url.origin === new URL(publicUrl).origin && url.pathname.startsWith(OWN_PATH);
  return isOurs ? url : null;
}
