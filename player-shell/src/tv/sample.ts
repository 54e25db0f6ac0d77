import {
  createPlayer,
  DEMO_STATION_SLUG,
  type PlayerControls,
  type PlayerSnapshot,
} from '@stationhouse/sdk/shell';

/**
 * The specification's fixed sample (§2, TV view), shown when there is no station. Its titles are invented,
 * and it plays the demo station.
 */
const SAMPLE = {
  station: {
    public_id: 'st_00000000000000000000000000000000',
    station_slug: DEMO_STATION_SLUG,
    station_name: 'Sample station',
    station_logo_url: null,
    station_url: '',
    stream_url: '',
  },
  tracks: {
    previous: { title: 'A Quiet Opening', artist: 'The Sample Players', cover: '' },
    current: { title: 'Music for a Sample', artist: 'The Sample Players', cover: '' },
    next: { title: 'Something for Later', artist: 'The Sample Players', cover: '' },
  },
} satisfies Partial<PlayerSnapshot>;

/** A player's snapshot with the station and tracks of the sample. */
export function sampleOf(snapshot: PlayerSnapshot): PlayerSnapshot {
  return { ...snapshot, ...SAMPLE, load: 'loaded' };
}

/** The sample's player. */
export interface SamplePlayer extends PlayerControls {
  snapshot(): PlayerSnapshot;
  end(): void;
}

/**
 * Creates a player for the sample, which makes no request before it is pressed.
 * @param changed called when its snapshot changes
 */
export function samplePlayer(apiBase: string, changed: () => void): SamplePlayer {
  const player = createPlayer({ station: DEMO_STATION_SLUG, apiBase, exclusive: false });
  let isOpen = false;
  function open(): void {
    if (!isOpen) player.subscribe(changed);
    isOpen = true;
  }
  return {
    play() {
      open();
      return player.play();
    },
    retry: player.retry,
    pause: player.pause,
    end: player.destroy,
    muted: false,
    volume: 1,
    snapshot: () => sampleOf(player.snapshot()),
  };
}
