import type { Station } from '@stationhouse/sdk/client';
import { PRINT_PATH } from '../../api/member-paths.ts';
import { LookPreview } from '../../stations/LookPreview.tsx';
import { WebRadioPageCard } from '../../stations/WebRadioPageCard.tsx';
import { BesidePreview } from '../../ui/BesidePreview.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { useCurrentTrack } from '../NowPlaying.tsx';
import { withoutScheme } from '../PlayEverywhere.tsx';
import { SharePart } from './SharePart.tsx';

/** `/members/share/page`: the address of the station's page, and once it is on air its QR code. */
export const OwnPage = () => (
  <SharePart name="Page" description="The address of your station’s page, and its QR code.">
    {(station) => (
      <BesidePreview
        first={<WebRadioPageCard station={station} />}
        preview={<Preview station={station} />}
      >
        {station.status === 'active' ? <QrCodeCard station={station} /> : null}
      </BesidePreview>
    )}
  </SharePart>
);

function Preview({ station }: { station: Station }) {
  return (
    <Card>
      <LookPreview station={station} look={station} track={useCurrentTrack(station)} />
    </Card>
  );
}

/** The QR code of the station's page. */
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
        <ButtonLink to={PRINT_PATH} kind="secondary" size="small">
          Print table cards
        </ButtonLink>
      </div>
    </Card>
  );
}
