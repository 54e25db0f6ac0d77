import {
  BRAND,
  ComingSoon,
  comingOf,
  Embed,
  Full,
  isFirst,
  onGround,
  type PlayerControls,
  type PlayerSnapshot,
  type ViewProps,
} from '@stationhouse/sdk/shell';
import { useEffect, useState } from 'react';
import { History } from './history.tsx';
import { Install } from './install.tsx';
import { embedOptions, optionsIn, type ListenerPage } from './listener-page.ts';
import { Share } from './share.tsx';
import { SleeveForm, Soon } from './soon.tsx';

interface ListenerViewProps {
  page: ListenerPage;
  snapshot: PlayerSnapshot;
  player: PlayerControls;
}

/** The player in a frame. Only the browser knows whether the system is dark. */
function Framed({ page, ...view }: ViewProps & Pick<ListenerViewProps, 'page'>) {
  const [isDark, setDark] = useState(false);
  useEffect(() => {
    // Missing in some televisions’ browsers.
    const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
    const follow = () => setDark(system?.matches ?? false);
    follow();
    system?.addEventListener('change', follow);
    return () => system?.removeEventListener('change', follow);
  }, []);
  const { station } = view.snapshot;
  const shown = station && onGround(optionsIn(page), isDark, station);
  return (
    <Embed
      {...view}
      snapshot={{ ...view.snapshot, station: shown }}
      options={embedOptions(page)}
      heading="h1"
    />
  );
}

/** The page's body, drawn by the server and by the browser from the same data. */
export function ListenerView({ page, snapshot, player }: ListenerViewProps) {
  const view = {
    snapshot,
    player,
    placeholder: page.api_base + BRAND.placeholder_cover,
    words: page.words,
    coming: page.coming,
  };
  if (page.view === 'embed') {
    const coming = comingOf(view);
    if (coming) return <ComingSoon {...view} station={coming} />;
    return <Framed {...view} page={page} />;
  }
  return (
    <Full
      {...view}
      homeUrl={page.home_url}
      year={page.year}
      soon={
        <>
          <SleeveForm {...page} />
          <Soon page={page} />
        </>
      }
      offer={<Install>{page.labels.install}</Install>}
      more={
        <div className="more">
          {!isFirst(snapshot) && <History page={page} previous={snapshot.tracks?.previous} />}
          <Share page={page} song={snapshot.tracks?.current} />
        </div>
      }
    />
  );
}
