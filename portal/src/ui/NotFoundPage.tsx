import { BRAND } from '@stationhouse/platform-api/contract/site/brand';
import { Link } from 'react-router-dom';
import { ButtonLink } from './Button.tsx';
import { Lamp } from './Lamp.tsx';

const PLACES = [
  { label: 'Hear three places', to: '/#hear' },
  { label: 'Pricing', to: '/#pricing' },
  { label: 'Questions and answers', to: '/faq' },
  { label: 'Contact', to: '/contact' },
] as const;

/** The page for unknown paths (specification §2). */
export function NotFoundPage() {
  return (
    <main className="container-page flex min-h-[70dvh] flex-col justify-center py-section">
      <title>{`Page not found · ${BRAND.name}`}</title>
      <Lamp on={false} className="text-[2.5rem]" />
      <h1 className="mt-8 text-page">Oops! Page not found</h1>
      <p className="mt-4 max-w-[29em] text-lead text-muted">
        Nothing is on air at this address. It may have moved, or never been here.
      </p>
      <p className="mt-8 flex flex-wrap gap-3 max-sm:*:w-full">
        <ButtonLink to="/" size="large">
          Return to Home
        </ButtonLink>
        <ButtonLink href={BRAND.demo_path} newTab kind="secondary" size="large">
          Listen to Demo
        </ButtonLink>
      </p>
      <p className="mt-8 flex flex-wrap gap-x-6 gap-y-1">
        {PLACES.map(({ label, to }) => (
          <Link key={to} to={to} className="link inline-flex min-h-11 items-center">
            {label}
          </Link>
        ))}
      </p>
    </main>
  );
}
