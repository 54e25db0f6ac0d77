/** The placeholder for the public URL in prerendered pages. The server replaces it on delivery. */
export const PUBLIC_URL_PLACEHOLDER = '{{PUBLIC_URL}}';

/** The name of the `<meta>` that carries the public URL, so that script and HTML agree. */
const PUBLIC_URL_META = 'public-url';

function readPublicUrl(): string {
  if (import.meta.env.SSR) return PUBLIC_URL_PLACEHOLDER;
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${PUBLIC_URL_META}"]`);
  // The development server does not replace the placeholder.
  return meta?.content.startsWith('http') ? meta.content : location.origin;
}

/** The site's public origin, without a trailing slash. */
export const publicUrl = readPublicUrl();
