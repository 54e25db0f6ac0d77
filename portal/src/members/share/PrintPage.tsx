import { FORMER_SLUG_DAYS } from '@stationhouse/platform-api/contract/stations/values';
import type { Station } from '@stationhouse/sdk/client';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Loaded.tsx';
import { withoutScheme } from '../PlayEverywhere.tsx';
import { BESIDE_STAGE, ShareCard, STAGE } from './ShareCard.tsx';
import { SharePart } from './SharePart.tsx';
import { TableCard } from './TableCard.tsx';

/** `/members/share/print`: cards with a QR code for tables and tills, to print or to save as PDF, and a picture to post. */
export const PrintPage = () => (
  <SharePart
    name="Print"
    description="Cards with your name, your logo and a QR code, for tables and tills, and a picture to post."
  >
    {(station) =>
      station.status === 'active' ? (
        <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
          <TableCards station={station} />
          <ShareCard station={station} />
        </div>
      ) : (
        <EmptyState title="Available when your station goes live" />
      )
    }
  </SharePart>
);

/** One card on the screen, and a sheet of four, or of one as a poster, that only the printer gets. */
function TableCards({ station }: { station: Station }) {
  const [onSheet, setOnSheet] = useState(['1', '2', '3', '4']);
  function printSheet(cards: string[]) {
    // The printer gets the document as it is at this moment.
    flushSync(() => setOnSheet(cards));
    print();
  }
  return (
    <Card
      title="Table cards"
      description="For tables and tills, with your name, your logo and a QR code."
    >
      <div className={BESIDE_STAGE}>
        <div className={STAGE}>
          <TableCard station={station} className="w-full shadow-float" />
        </div>
        <div className="flex flex-col items-start gap-5">
          <p className="text-lead font-semibold">Four cards on a sheet of A4</p>
          <ol className="max-w-measure list-decimal space-y-2 ps-5 text-muted">
            <li>
              Press the button. To get a PDF file, choose “Save as PDF” in place of a printer.
            </li>
            <li>Thick paper looks best. A print shop takes the PDF file too.</li>
            <li>
              Cut along the thin lines. Each card is A6, and fits the usual stands. A poster is A4.
            </li>
          </ol>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => printSheet(['1', '2', '3', '4'])}>
              <Printer aria-hidden="true" />
              Print or save as PDF
            </Button>
            <Button kind="secondary" onClick={() => printSheet(['1'])}>
              Print one as a poster
            </Button>
          </div>
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
          {onSheet.map((number) => (
            <TableCard key={number} station={station} />
          ))}
        </div>,
        document.body,
      )}
    </Card>
  );
}
