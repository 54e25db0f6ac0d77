import { listPlayedTracks, type Track } from '@stationhouse/sdk/shell';
import { useState } from 'react';
import type { ListenerPage } from './listener-page.ts';

/** The last songs, fetched each time that they are opened. */
export function History({ page: { slug, api_base, labels, lang } }: { page: ListenerPage }) {
  const [played, setPlayed] = useState<readonly Track[] | null>(null);
  const [hasFailed, setFailed] = useState(false);

  async function load() {
    try {
      setPlayed((await listPlayedTracks(api_base, slug ?? '')).data);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }
  return (
    <details
      className="history"
      onToggle={({ currentTarget }) => currentTarget.open && void load()}
    >
      <summary className="quiet">{labels.last_songs}</summary>
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
                <b>{title}</b> {artist}
              </p>
              {started_at && <time dateTime={started_at}>{timeOf(started_at, lang)}</time>}
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}

const timeOf = (at: string, lang: string): string =>
  new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, { timeStyle: 'short' }).format(
    new Date(at),
  );
