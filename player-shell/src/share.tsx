import { useRef, useState } from 'react';
import type { ListenerPage } from './listener-page.ts';
import { QrCode } from './qr-code.tsx';

/** Shares the station's address with the system's share sheet, or else with a dialog. */
export function Share({ page: { station, labels, qr } }: { page: ListenerPage }) {
  const [isOpen, setOpen] = useState(false);
  if (!station) return null;
  const link = { title: station.station_name, url: station.station_url };

  async function share() {
    if (!(await isSharedBySystem(link))) setOpen(true);
  }

  return (
    <>
      <button type="button" className="quiet" aria-haspopup="dialog" onClick={() => void share()}>
        {labels.share}
      </button>
      {isOpen && (
        <ShareDialog url={link.url} labels={labels} qr={qr} closed={() => setOpen(false)} />
      )}
    </>
  );
}

interface ShareDialogProps extends Pick<ListenerPage, 'labels' | 'qr'> {
  url: string;
  closed: () => void;
}

/** A native dialog: Escape closes it, and the focus returns. */
function ShareDialog({ url, labels, qr, closed }: ShareDialogProps) {
  return (
    <dialog
      ref={show}
      className="share"
      aria-labelledby="share-title"
      onClose={closed}
      closedby="any"
    >
      <form method="dialog">
        <h2 id="share-title">{labels.share_title}</h2>
        <CopyLink url={url} labels={labels} />
        {qr && <QrCode qr={qr} label={labels.scan} />}
        <button className="quiet">{labels.close}</button>
      </form>
    </dialog>
  );
}

const show = (dialog: HTMLDialogElement | null) => dialog?.showModal();

/** @returns false when the system has no share sheet, or blocks it for this page, as for most frames */
async function isSharedBySystem(link: ShareData): Promise<boolean> {
  // Missing in Firefox and in Chromium on Linux.
  const system: Partial<Pick<Navigator, 'share'>> = navigator;
  try {
    await system.share?.(link);
    return system.share !== undefined;
  } catch (refusal) {
    // The listener has closed the share sheet, and wants no other dialog.
    return refusal instanceof DOMException && refusal.name === 'AbortError';
  }
}

function CopyLink({ url, labels }: Pick<ShareDialogProps, 'url' | 'labels'>) {
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState('');

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setOutcome(labels.copied);
    } catch {
      // A frame without the permission, or a page without TLS: the listener can still copy with the
      // keyboard.
      field.current?.select();
      setOutcome(labels.copy_refused);
    }
  }

  return (
    <>
      <input ref={field} readOnly value={url} aria-label={labels.share_address} />
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- where the focus starts in a dialog */}
      <button type="button" className="retry" autoFocus onClick={() => void copy()}>
        {labels.copy_link}
      </button>
      <p role="status">{outcome}</p>
    </>
  );
}
