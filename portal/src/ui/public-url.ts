/** What prerendered pages say for the operator's address; the server writes the real one when it serves them. */
export const PUBLIC_URL_PLACEHOLDER = '{{PUBLIC_URL}}';

/** Every page carries the address in a `<meta>` of this name, so that script and HTML say the same. */
export const PUBLIC_URL_META = 'public-url';

function readPublicUrl(): string {
  if (import.meta.env.SSR) return PUBLIC_URL_PLACEHOLDER;
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${PUBLIC_URL_META}"]`);
  // In development nobody has written it in.
  return meta?.content.startsWith('http') ? meta.content : location.origin;
}

/** Origin that the addresses on a page are made of, without a slash at the end. */
export const publicUrl = readPublicUrl();
