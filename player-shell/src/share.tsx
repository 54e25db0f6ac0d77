import { BRAND, onDark, PageLogo, UNKNOWN_TITLE, type Track } from '@stationhouse/sdk/shell';
import { useRef, useState, type ReactNode } from 'react';
import type { ListenerPage } from './listener-page.ts';
import { QrCode } from './qr-code.tsx';

interface ShareProps {
  page: ListenerPage;
  /** The song that plays now. */
  song: Track | null | undefined;
}

/** Opens the sheet that shares the station and its song, and has the address for internet radios. */
export function Share({ page, song }: ShareProps) {
  const [isOpen, setOpen] = useState(false);
  const { station, labels } = page;
  if (!station) return null;
  return (
    <>
      <button type="button" className="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {labels.share}
      </button>
      {isOpen && <ShareSheet page={page} song={song} closed={() => setOpen(false)} />}
    </>
  );
}

function ShareSheet({ page, song, closed }: ShareProps & { closed: () => void }) {
  const { station, labels, qr } = page;
  if (!station) return null;
  const link = { title: station.station_name, url: station.station_url };
  return (
    <Sheet title={labels.share_title} close={labels.close} closed={closed}>
      <div className="brand">
        <PageLogo
          station={station.theme === 'dark' ? onDark(station) : station}
          placeholder={page.api_base + BRAND.placeholder_cover}
        />
        <p className="station" dir="auto" Translate="no">
          {station.station_name}
        </p>
      </div>
      {qr && <QrCode qr={qr} label={labels.scan} />}
      <CopyField
        labels={labels}
        value={link.url}
        label={labels.share_address}
        action={labels.copy_link}
        first
      />
      {/* Missing in Firefox and in Chromium on Linux. */}
      {'share' in navigator && navigator.share !== undefined && (
        <button type="button" className="quiet" onClick={() => void isSharedBySystem(link)}>
          {labels.share_title}
        </button>
      )}
      <ShareSong page={page} song={song} />
      <RadioAddress page={page} />
    </Sheet>
  );
}

interface SheetProps {
  title: string;
  /** The label of the button that closes it. */
  close: string;
  closed: () => void;
  className?: string;
  children: ReactNode;
}

/** A native dialog: Escape closes it, and the focus returns. */
export function Sheet({ title, close, closed, className = '', children }: SheetProps) {
  return (
    <dialog
      ref={show}
      className={`share ${className}`}
      aria-labelledby="sheet-title"
      onClose={closed}
      closedby="any"
    >
      <form method="dialog">
        <h2 id="sheet-title">{title}</h2>
        {children}
        <button className="quiet">{close}</button>
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

interface CopyFieldProps {
  labels: ListenerPage['labels'];
  value: string;
  /** Of the field, and of the button. */
  label: string;
  action: string;
  /** The focus starts at its button. */
  first?: boolean;
}

/** An address and a button that copies it. */
function CopyField({ labels, value, label, action, first = false }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState('');

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
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
      <div className="copy">
        <input ref={field} readOnly value={value} aria-label={label} />
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- where the focus starts in a dialog */}
        <button type="button" className="retry" autoFocus={first} onClick={() => void copy()}>
          {action}
        </button>
      </div>
      <p role="status">{outcome}</p>
    </>
  );
}

/** Shares the song that plays now, with the system's share sheet, or else by copying. */
function ShareSong({ page: { station, labels }, song }: ShareProps) {
  const [outcome, setOutcome] = useState('');
  if (!station || !song || song.kind || song.title === UNKNOWN_TITLE) return null;
  const { station_name: title, station_url: url } = station;
  const words = { song: `${song.title} – ${song.artist}`, station: title };
  const text = labels.song_on.replace(
    /\{(song|station)\}/g,
    (_, name: 'song' | 'station') => words[name],
  );

  async function share() {
    if (await isSharedBySystem({ title, text, url })) return;
    const copied = navigator.clipboard.writeText(`${text}\n${url}`);
    setOutcome(
      await copied.then(
        () => labels.copied,
        () => `${text} ${url}`,
      ),
    );
  }
  return (
    <div className="song">
      <button type="button" className="quiet" onClick={() => void share()}>
        {labels.share_song}
      </button>
      <span aria-live="polite">{outcome}</span>
    </div>
  );
}

/** The address of the stream, for radios that play internet stations. */
function RadioAddress({ page: { station, labels } }: Pick<ShareProps, 'page'>) {
  return (
    station && (
      <details className="radios">
        <summary className="quiet">{labels.radios}</summary>
        <CopyField
          labels={labels}
          value={station.stream_url}
          label={labels.stream_address}
          action={labels.copy_address}
        />
      </details>
    )
  );
}
