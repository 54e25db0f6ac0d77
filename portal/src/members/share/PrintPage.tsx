import {
  chipOf,
  isWordmark,
  paletteOf,
  signOf,
} from '@stationhouse/platform-api/contract/site/colours';
import { lettersOf } from '@stationhouse/platform-api/contract/stations/letters';
import { FORMER_SLUG_DAYS } from '@stationhouse/platform-api/contract/stations/values';
import type { Station } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import Printer from 'lucide-react/icons/printer';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Loaded.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { withoutScheme } from '../PlayEverywhere.tsx';
import { BESIDE_PRINT, ShareCard } from './ShareCard.tsx';
import { SharePart } from './SharePart.tsx';

/** `/members/share/print`: cards with a QR code for tables and tills, to print or to save as PDF, and a picture to post. */
export const PrintPage = () => (
  <SharePart
    name="Print"
    description="Cards with your name, your logo and a QR code, for tables and tills, and a picture to post."
  >
    {(station) =>
      station.status === 'active' ? (
        <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
          <TableCards station={station} />
          <ShareCard station={station} />
        </div>
      ) : (
        <EmptyState title="Available when your station goes live" />
      )
    }
  </SharePart>
);

/** One card on the screen, and a sheet of four that only the printer gets. */
function TableCards({ station }: { station: Station }) {
  return (
    <Card
      title="Table cards"
      description="For tables and tills, with your name, your logo and a QR code."
    >
      <div className={BESIDE_PRINT}>
        <TableCard station={station} className="shadow-float" />
        <div className="flex flex-col items-start gap-5">
          <p className="text-lead font-semibold">Four cards on a sheet of A4</p>
          <ol className="max-w-measure list-decimal space-y-2 ps-5 text-muted">
            <li>
              Press the button. To get a PDF file, choose “Save as PDF” in place of a printer.
            </li>
            <li>Thick paper looks best. A print shop takes the PDF file too.</li>
            <li>Cut along the thin lines. Each card is A6, and fits the usual stands.</li>
          </ol>
          <Button onClick={() => print()}>
            <Printer aria-hidden="true" />
            Print or save as PDF
          </Button>
          <p className="text-small text-muted">
            The code leads to{' '}
            <span className="font-semibold wrap-anywhere text-ink">
              {withoutScheme(station.station_url)}
            </span>
            . If you change it, the cards keep working for {FORMER_SLUG_DAYS} days.
          </p>
        </div>
      </div>
      {createPortal(
        <div className="print-sheet">
          {['1', '2', '3', '4'].map((number) => (
            <TableCard key={number} station={station} />
          ))}
        </div>,
        document.body,
      )}
    </Card>
  );
}

/** The letters of a name in parts of the card's width, so that it needs three lines at most. */
function nameSize(name: string): number {
  const letters = lettersOf(name);
  return Math.min(8.6, Math.max(4.2, 8.6 - (letters - 24) * 0.13), 480 / letters);
}

/** An A6 card. Sizes are parts of its width, so that screen and paper agree. */
function TableCard({ station, className = '' }: { station: Station; className?: string }) {
  const { station_name, station_logo_url, station_url } = station;
  // Paper is white, in both colour schemes.
  const { ink } = paletteOf(station, false);
  const { sign, on_sign } = signOf(station);
  const isNamed = station_logo_url !== null && isWordmark(station);
  const address = withoutScheme(station_url);
  const logo = station_logo_url ? (
    <Picture
      src={station_logo_url}
      alt=""
      width={240}
      height={120}
      fit="contain"
      loading="eager"
      style={{ background: chipOf(station, '#ffffff') }}
      className={clsx('table-card-logo', isNamed && 'table-card-wordmark')}
    />
  ) : (
    <span
      aria-hidden="true"
      className="table-card-logo table-card-initial"
      style={{ background: sign, color: on_sign }}
    >
      {[...station_name][0]}
    </span>
  );
  return (
    <div className={`table-card ${className}`} style={{ color: ink }}>
      <div className="table-card-face">
        {!isNamed && logo}
        <p className="table-card-small">You are listening to</p>
        {/* The sign that says the name ends the sentence. */}
        {isNamed && logo}
        <p
          className={isNamed ? 'sr-only' : 'table-card-name'}
          dir="auto"
          style={{ fontSize: `${nameSize(station_name)}cqw` }}
        >
          {station_name}
        </p>
        <QrCode text={station_url} label={`QR code of ${address}`} className="table-card-code" />
      </div>
      <div className="table-card-foot" style={{ background: sign, color: on_sign }}>
        <p className="table-card-call">Scan to listen on your phone</p>
        {/* A long address gets smaller letters instead of a second line. */}
        <p style={{ fontSize: `${Math.min(4.4, 150 / address.length)}cqw` }}>{address}</p>
      </div>
    </div>
  );
}
