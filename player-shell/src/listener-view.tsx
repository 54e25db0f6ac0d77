import {
  BRAND,
  ComingSoon,
  comingOf,
  Embed,
  Full,
  type PlayerControls,
  type PlayerSnapshot,
} from '@stationhouse/sdk/shell';
import { History } from './history.tsx';
import { Install } from './install.tsx';
import { embedOptions, type ListenerPage } from './listener-page.ts';
import { Share } from './share.tsx';
import { Soon } from './soon.tsx';

interface ListenerViewProps {
  page: ListenerPage;
  snapshot: PlayerSnapshot;
  player: PlayerControls;
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
    return <Embed {...view} options={embedOptions(page)} heading="h1" />;
  }
  return (
    <Full
      {...view}
      homeUrl={page.home_url}
      year={page.year}
      soon={<Soon page={page} />}
      offer={<Install>{page.labels.install}</Install>}
      more={
        <div className="more">
          <History page={page} />
          <Share page={page} song={snapshot.tracks?.current} />
        </div>
      }
    />
  );
}
