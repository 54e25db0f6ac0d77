import { listPlayedTracks, UNKNOWN_TITLE, type Track } from '@stationhouse/sdk/shell';
import { useState } from 'react';
import { Sheet } from './share.tsx';
import type { ListenerPage } from './listener-page.ts';

interface HistoryProps {
  page: ListenerPage;
  /** The song before the current one, which is known where no list is kept. */
  previous: Track | null | undefined;
}

/** The last songs, fetched each time that they are opened. */
export function History({ page: { slug, api_base, labels, lang }, previous }: HistoryProps) {
  const [played, setPlayed] = useState<readonly Track[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [isOpen, setOpen] = useState(false);

  async function open() {
    setOpen(true);
    try {
      const { data } = await listPlayedTracks(api_base, slug ?? '');
      const isKnown = previous && previous.title !== UNKNOWN_TITLE;
      setPlayed(data.length === 0 && isKnown ? [previous] : data);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }
  return (
    <>
      <button type="button" className="quiet" aria-haspopup="dialog" onClick={() => void open()}>
        {labels.last_songs}
      </button>
      {isOpen && (
        <Sheet
          title={labels.last_songs}
          close={labels.close}
          className="history"
          closed={() => setOpen(false)}
        >
          <div aria-live="polite">
            {hasFailed && labels.songs_failed}
            {played?.length === 0 && labels.no_songs}
          </div>
          {played && (
            <ol>
              {played.map(({ title, artist, cover, started_at }) => (
                <li key={`${started_at} ${title}`}>
                  <img className="cover" src={cover} alt="" loading="lazy" />
                  <p dir="auto" Translate="no">
                    <b>{title}</b> <span>{artist}</span>
                  </p>
                  {started_at && <time dateTime={started_at}>{timeOf(started_at, lang)}</time>}
                </li>
              ))}
            </ol>
          )}
        </Sheet>
      )}
    </>
  );
}

const timeOf = (at: string, lang: string): string =>
  new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, { timeStyle: 'short' }).format(
    new Date(at),
  );
