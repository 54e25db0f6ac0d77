import { BRAND } from '@stationhouse/platform-api/contract/brand';
import { Link } from 'react-router-dom';
import { Lamp } from './Lamp.tsx';

/** Any path that is no page (specification §2). */
export function NotFoundPage() {
  return (
    <main className="page page-centred">
      <title>{`Page not found · ${BRAND.name}`}</title>
      <Lamp on={false} />
      <h1>Oops! Page not found</h1>
      <p>There is nothing at this address. It may have moved, or never been here.</p>
      <p>
        <Link className="button" to="/">
          Return to Home
        </Link>
      </p>
    </main>
  );
}
