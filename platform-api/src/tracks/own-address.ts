/** The path of our own streams and their tracks. */
const OWN_PATH = '/stream/';

/**
 * The full URL of one of our own addresses: a path below `/stream/`, alone or on the origin of
 * `publicUrl`. It is answered in this process and never fetched.
 * @returns null for other addresses and invalid ones
 */
export function ownAddress(address: string, publicUrl: string): URL | null {
  if (!URL.canParse(address, publicUrl)) return null;
  const url = new URL(address, publicUrl);
  const isOurs = url.origin === new URL(publicUrl).origin && url.pathname.startsWith(OWN_PATH);
  return isOurs ? url : null;
}
