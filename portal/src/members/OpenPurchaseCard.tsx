import type { OpenPurchase } from '@stationhouse/sdk/client';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { formatDate } from '../ui/dates.ts';
import { Figure, Figures } from '../ui/Figures.tsx';
import { Money } from '../ui/Money.tsx';

/** A purchase that was begun and is not paid: it goes on where it was left. */
export function OpenPurchaseCard({ purchase }: { purchase: OpenPurchase }) {
  const { package_name, quote, created_at } = purchase;
  return (
    <Card
      title="Your station is waiting for you"
      description="You began a purchase that is not paid yet. Nothing has been charged."
    >
      <Figures>
        <Figure name="Package">{package_name}</Figure>
        <Figure name="First payment">
          <Money cents={quote.total} currency={quote.currency} />
        </Figure>
        <Figure name="Begun">{formatDate(created_at)}</Figure>
      </Figures>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="?create=summary">Continue your purchase</ButtonLink>
        <ButtonLink to="?create=package" kind="quiet">
          Start over
        </ButtonLink>
      </div>
    </Card>
  );
}
