import type { Station } from '@stationhouse/sdk/client';
import { TABLE_CARDS_PATH } from '../api/member-paths.ts';
import { DomainCard } from '../domains/DomainCard.tsx';
import { EmbedCard } from '../embed/EmbedCard.tsx';
import { LookCard } from '../stations/LookCard.tsx';
import { WallMessageCard } from '../stations/WallMessageCard.tsx';
import { WebRadioPageCard } from '../stations/WebRadioPageCard.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { QrCode } from '../ui/QrCode.tsx';
import { MemberPage, OfStation } from './MemberPage.tsx';
import { withoutScheme } from './PlayEverywhere.tsx';

/** The QR code of the station's page, and the cards with it. */
function QrCodeCard({ station: { station_url } }: { station: Station }) {
  const address = withoutScheme(station_url);
  return (
    <Card
      title="QR code"
      description="Guests scan it and hear your station on their phones, at home too."
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <QrCode
          text={station_url}
          label={`QR code of ${address}`}
          className="size-32 rounded-small border border-line"
        />
        <ButtonLink to={TABLE_CARDS_PATH} kind="secondary" size="small">
          Print table cards
        </ButtonLink>
      </div>
    </Card>
  );
}

/** The address of the station's page, and once it is on air its QR code. */
function PageCards({ station }: { station: Station }) {
  if (station.status !== 'active') return <WebRadioPageCard station={station} />;
  return (
    <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
      <WebRadioPageCard station={station} />
      <QrCodeCard station={station} />
    </div>
  );
}

/** `/members/share`: the station's page, and the player for other sites. */
export function SharePage() {
  return (
    <MemberPage
      title="Share & embed"
      description="Your station’s page, and the player for your own website."
      lead="Your station’s page, and the player for your own website."
    >
      <OfStation>
        {(station) => (
          <>
            <PageCards station={station} />
            <LookCard station={station} />
            <WallMessageCard station={station} />
            <DomainCard station={station} />
            <EmbedCard station={station} />
          </>
        )}
      </OfStation>
    </MemberPage>
  );
}
