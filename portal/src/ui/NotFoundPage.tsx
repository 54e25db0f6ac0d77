import { BRAND } from '@stationhouse/platform-api/contract/brand';
import { ButtonLink } from './Button.tsx';
import { Lamp } from './Lamp.tsx';

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
      <p className="mt-8">
        <ButtonLink to="/" size="large">
          Return to Home
        </ButtonLink>
      </p>
    </main>
  );
}
