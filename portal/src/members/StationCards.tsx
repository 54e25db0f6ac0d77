import type { Station } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import { BillingCard } from '../billing/BillingCard.tsx';
import { EmbedCard } from '../embed/EmbedCard.tsx';
import { WebRadioPageCard } from '../stations/WebRadioPageCard.tsx';
import { NowPlaying } from './NowPlaying.tsx';
import { PackageCard } from './PackageCard.tsx';
import { StationCard } from './StationCard.tsx';

/** The page's card takes what the others leave of its row. */
function pageWidth(isLive: boolean, isBought: boolean): string {
  if (isLive === isBought) return 'lg:col-span-2';
  return isLive ? 'lg:col-span-full' : '';
}

/**
 * Everything about a station, one card for each thing: what is on now, what to do next, the rest. Who is
 * on air has two rows of unequal cards above the wide ones, and otherwise one row of equal ones.
 */
export function StationCards({ station }: { station: Station }) {
  const { status, package_name, package_price } = station;
  const isLive = status === 'active';
  const isBought = package_name !== null || package_price !== null;
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-3">
      <StationCard station={station} />
      {isLive ? <NowPlaying station={station} className="lg:col-span-2" /> : null}
      <div className={clsx('grid', pageWidth(isLive, isBought))}>
        <WebRadioPageCard station={station} />
      </div>
      {isBought ? <PackageCard station={station} /> : null}
      <div className="grid lg:col-span-full">
        <EmbedCard station={station} />
      </div>
      <div className="grid lg:col-span-full">
        <BillingCard stationStatus={status} />
      </div>
    </div>
  );
}
