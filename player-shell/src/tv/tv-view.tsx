import {
  BRAND,
  faultText,
  Tv,
  type PlayerControls,
  type PlayerSnapshot,
  type WallMessage,
  type Words,
} from '@stationhouse/sdk/shell';
import { QrCode } from '../qr-code.tsx';
import type { WallWords } from '../page-words.ts';
import type { Qr } from '../qr.ts';
import type { StationPage } from '../page-types.ts';

/** A wall's data as the server hands it to the browser. */
export interface TvPage extends StationPage {
  /** Version of the page's code, the same as in `/assets/version.json`. */
  version: string;
  words: Words;
  fonts: Record<string, string>;
  labels: WallWords;
  /** Leads to the station's page; null without a valid slug. */
  qr: Qr | null;
}

interface TvViewProps {
  page: TvPage;
  snapshot: PlayerSnapshot;
  player: PlayerControls;
  /** The sample's player, used without a station. */
  sample: PlayerSnapshot;
  samplePlayer: PlayerControls;
  time: string | null;
  /** The station's own line, while it is due. */
  message: WallMessage | null;
}

/** The whole page of a wall, drawn by the server and by the browser from the same data. */
export function TvView(props: TvViewProps) {
  const { page, snapshot, player, sample, samplePlayer, time, message } = props;
  const { words, labels } = page;
  const rest = { words, labels, time, placeholder: page.api_base + BRAND.placeholder_cover };
  if (snapshot.load === 'missing' && !snapshot.station && !page.coming) {
    return (
      <Tv
        {...rest}
        snapshot={sample}
        player={samplePlayer}
        notice={
          <div className="notice" role="status">
            <h2 className="title">{words.not_found_title}</h2>
            <p>{missingText(snapshot, words)}</p>
            {page.slug && <p>{labels.tv_missing_text}</p>}
            <p>{labels.tv_sample}</p>
          </div>
        }
      />
    );
  }
  return (
    <Tv
      {...rest}
      snapshot={snapshot}
      player={player}
      coming={page.coming}
      message={message}
      qr={page.qr && <QrCode qr={page.qr} label={labels.tv_scan} />}
    />
  );
}

/** The title says already that the station was not found. */
function missingText({ error }: PlayerSnapshot, words: Words): string {
  if (error === null || error.code === 'station_not_found') return words.not_found_text;
  return faultText(error, words);
}
