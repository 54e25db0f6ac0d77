import { useLocation } from 'react-router-dom';
import { fullTitle } from './full-title.ts';
import type { PageHead } from './marketing/content/content.ts';
import { publicUrl } from './public-url.ts';

/** What the browser, and whoever shares the page, calls it. What only robots read is added by the build. */
export function Head({ title, description }: PageHead) {
  const { pathname } = useLocation();
  return (
    <>
      <title>{fullTitle(title)}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={publicUrl + pathname} />
    </>
  );
}
