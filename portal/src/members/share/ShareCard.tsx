import type { Station } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import Download from 'lucide-react/icons/download';
import Share from 'lucide-react/icons/share-2';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { drawShareCard, SHARE_CARD, SHARE_CARD_WORDS } from './draw-share-card.ts';
import { withoutScheme } from '../PlayEverywhere.tsx';

const TYPE = 'image/png';

/** Whether the system shares pictures: on phones and tablets, to a story or a chat. */
const sharesPictures = (): boolean =>
  'canShare' in navigator &&
  navigator.canShare({ files: [new File([''], 'a.png', { type: TYPE })] });

/** The layout of a stage and, beside it, what to do with the piece on it. */
export const BESIDE_STAGE = 'grid items-start gap-8 md:grid-cols-[minmax(0,19rem)_minmax(0,1fr)]';
/** The ground on which a piece to print or to post is shown. */
export const STAGE = 'grid place-items-center rounded-card bg-sunken p-6 sm:p-8 *:max-w-60';

/** A picture of the station to post, to send or to print. */
export function ShareCard({ station }: { station: Station }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isInBrowser = useHydrated();
  const { station_name, station_slug, station_url } = station;
  useEffect(() => {
    if (canvas.current) void drawShareCard(canvas.current, station);
  }, [station]);

  function withPicture(act: (picture: Blob) => void) {
    canvas.current?.toBlob((picture) => {
      if (picture) act(picture);
      else
        toast({ title: 'The picture was not made', description: 'Please try again.', kind: 'bad' });
    }, TYPE);
  }
  function share(picture: Blob) {
    const files = [new File([picture], `${station_slug}.png`, { type: TYPE })];
    // Someone who closes the system's sheet wants nothing else.
    void navigator
      .share({ files, text: `${SHARE_CARD_WORDS}: ${station_url}` })
      .catch(() => undefined);
  }
  return (
    <Card
      id="post"
      title="Tell your guests"
      description="A picture to post or to send, in your colours."
    >
      <div className={clsx(BESIDE_STAGE, 'xl:grid-cols-1')}>
        <div className={STAGE}>
          <canvas
            ref={canvas}
            {...SHARE_CARD}
            role="img"
            aria-label={`${SHARE_CARD_WORDS}: ${station_name}, ${withoutScheme(station_url)}, with its QR code`}
            className="h-auto w-full rounded-card shadow-float forced-color-adjust-none"
          />
        </div>
        <div className="flex flex-col items-start gap-5">
          <p className="text-lead font-semibold">Your station is worth a post</p>
          <p className="max-w-measure text-muted">
            The picture fits the feed of Instagram and Facebook, a story and a chat. A print shop
            takes it too, up to 18 cm wide.
          </p>
          <div className="flex flex-wrap gap-3">
            {isInBrowser && sharesPictures() ? (
              <Button onClick={() => withPicture(share)}>
                <Share aria-hidden="true" />
                Share the picture
              </Button>
            ) : null}
            <Button
              kind="secondary"
              onClick={() => withPicture((picture) => saveFile(`${station_slug}.png`, picture))}
            >
              <Download aria-hidden="true" />
              Save the picture
            </Button>
          </div>
        </div>
      </div>
    </Card>
  );
}
