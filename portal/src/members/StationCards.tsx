import type { Station } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { meQuery } from '../api/queries.ts';
import { BillingCard } from '../billing/BillingCard.tsx';
import { EmbedCard } from '../embed/EmbedCard.tsx';
import { SetupPrompt, StationManagement } from '../setup/StationManagement.tsx';
import { WebRadioPageCard } from '../stations/WebRadioPageCard.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { UploadCard } from '../uploads/UploadCard.tsx';
import { NowPlaying } from './NowPlaying.tsx';
import { PackageCard } from './PackageCard.tsx';
import { ProgrammeCard } from './ProgrammeCard.tsx';
import { StationCard } from './StationCard.tsx';

/**
 * The cards of a station. Before it is on air the setup comes first. The keys keep the state of cards that
 * move when it goes live.
 */
export function StationCards({ station }: { station: Station }) {
  const { status, package_name, package_price } = station;
  const me = useQuery(meQuery);
  const isLive = status === 'active';
  const isBought = package_name !== null || package_price !== null;
  const management = (
    <div key="management" className={clsx('grid', isLive ? 'lg:col-span-full' : 'lg:col-span-2')}>
      <Loaded query={me} failure="Failed to load your profile">
        {({ profile }) => <StationManagement station={station} profile={profile} />}
      </Loaded>
    </div>
  );
  const uploads = (
    <div key="uploads" className="grid grid-cols-1 gap-6 lg:col-span-full lg:grid-cols-2">
      <UploadCard kind="radio_id" packageName={package_name} />
      <UploadCard kind="commercial" packageName={package_name} />
    </div>
  );
  const page = (
    <div key="page" className={clsx('grid', isBought ? 'lg:col-span-2' : 'lg:col-span-full')}>
      <WebRadioPageCard station={station} />
    </div>
  );
  const bought = isBought ? <PackageCard key="package" station={station} /> : null;
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-3">
      {me.data ? (
        <SetupPrompt station={station} profile={me.data.profile} className="lg:col-span-full" />
      ) : null}
      <StationCard station={station} profile={me.data?.profile} />
      {isLive ? <NowPlaying station={station} className="lg:col-span-2" /> : null}
      {station.is_on_air_here ? (
        <div className="grid lg:col-span-full">
          <ProgrammeCard station={station} />
        </div>
      ) : null}
      {isLive ? [page, bought, management, uploads] : [management, uploads, page, bought]}
      <div className="grid lg:col-span-full">
        <EmbedCard station={station} />
      </div>
      <div className="grid lg:col-span-full">
        <BillingCard stationStatus={status} />
      </div>
    </div>
  );
}
