import {
  BRAND,
  Play,
  type PlayerControls,
  type PlayerSnapshot,
  type PlayScreen,
  type Words,
} from '@stationhouse/sdk/shell';
import { QrCode } from '../qr-code.tsx';
import type { StationPage } from '../page-types.ts';
import type { Qr } from '../qr.ts';
import type { LocationPlayerWords } from './play-words.ts';
import { SettingsSheet, type Settings } from './settings-sheet.tsx';

/** A location player's data as the server hands it to the browser. */
export interface PlayPage extends StationPage {
  /** Version of the page's code, the same as in `/assets/version.json`. */
  version: string;
  words: Words;
  fonts: Record<string, string>;
  labels: LocationPlayerWords;
}

interface PlayPageViewProps {
  page: PlayPage;
  snapshot: PlayerSnapshot;
  player: PlayerControls;
  screen: PlayScreen;
  /** Of the address where it is paired. */
  qr: Qr | null;
  start: () => void;
  openSettings: () => void;
  /** Null: they are not shown. */
  settings: Settings | null;
}

/** What is shown before the browser knows anything. */
export const FIRST_SCREEN: PlayScreen = {
  pairing: null,
  location: null,
  status: 'stalled',
  isReached: true,
  isKept: true,
  reserve: null,
};

/** The whole page of a location player, drawn by the server and by the browser. */
export function PlayPageView(props: PlayPageViewProps) {
  const { page, qr, settings, ...rest } = props;
  const { words, labels, coming } = page;
  return (
    <>
      <Play
        {...rest}
        words={words}
        labels={labels}
        coming={coming}
        placeholder={page.api_base + BRAND.placeholder_cover}
        qr={qr && <QrCode qr={qr} label={labels.pairing_code} />}
      />
      {settings && <SettingsSheet labels={labels} {...settings} />}
    </>
  );
}
