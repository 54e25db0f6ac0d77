import { BRAND } from '@stationhouse/platform-api/contract/site/brand';
import { useLocation } from 'react-router-dom';
import { publicUrl } from './public-url.ts';

/** The details of a page that search engines and shared links show. */
export interface PageHead {
  /** Without the operator's name, which is added. At most 45 characters. */
  title: string;
  /** 70 to 155 characters. */
  description: string;
}

export const fullTitle = (title: string): string => `${title} · ${BRAND.name}`;

/** The page's title, description and canonical URL. Prerendering adds the tags for robots. */
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
