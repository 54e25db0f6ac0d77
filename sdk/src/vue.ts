/** A player for one's own controls in Vue 3.3 and later, and the types of `<station-player>` in templates. */
import {
  computed,
  getCurrentInstance,
  onMounted,
  onScopeDispose,
  shallowRef,
  toValue,
  watch,
  type ComputedRef,
  type HTMLAttributes,
  type MaybeRefOrGetter,
  type WritableComputedRef,
} from 'vue';
import { playerStore, type PlayerActions } from './player/player-store.ts';
import type { PlayerOptions, PlayerSnapshot } from './player/player.ts';
import type { StationPlayerElement, StationPlayerEventMap } from './station-player.tsx';
import type { StationPlayerAttributes } from './tag-attributes.ts';

export type { PlayerActions, PlayerOptions, PlayerSnapshot };

/** The snapshot's fields as refs, of which `muted` and `volume` can be set, and what controls do. */
export type PlayerRefs = PlayerActions & {
  [Name in keyof PlayerSnapshot]: Name extends 'muted' | 'volume'
    ? WritableComputedRef<PlayerSnapshot[Name]>
    : ComputedRef<PlayerSnapshot[Name]>;
};

/**
 * A player for one's own controls. It moves with its options, which may be reactive, and plays on when the station
 * changes. It is destroyed with the component or effect scope. On a server it makes no request.
 *
 * @example
 * const { paused, error, tracks, volume, play, pause, retry } = usePlayer({ station: 'demo', apiBase });
 * // <button @click="error ? retry() : paused ? play() : pause()">{{ tracks?.current?.title }}</button>
 */
export function usePlayer(options: MaybeRefOrGetter<PlayerOptions>): PlayerRefs {
  // A copy reads each option, so that a change of any is noticed.
  const read = () => ({ ...toValue(options) });
  const { subscribe, snapshot, setOptions, ...actions } = playerStore(read());
  const current = shallowRef(snapshot());
  let leave: (() => void) | undefined;
  const start = () => {
    leave = subscribe((next) => {
      current.value = next;
    });
  };
  // A server never mounts a component, and would never dispose of its scope either.
  if (getCurrentInstance()) onMounted(start);
  else start();
  onScopeDispose(() => leave?.());
  watch(read, setOptions);

  const field = <Name extends keyof PlayerSnapshot>(name: Name) =>
    computed(() => current.value[name]);
  return {
    state: field('state'),
    paused: field('paused'),
    error: field('error'),
    cause: field('cause'),
    load: field('load'),
    station: field('station'),
    tracks: field('tracks'),
    muted: computed({ get: () => current.value.muted, set: actions.setMuted }),
    volume: computed({ get: () => current.value.volume, set: actions.setVolume }),
    ...actions,
  };
}

/** Vue's names of the handlers: `@trackchange` is `onTrackchange`. */
type Handlers = {
  [Type in keyof StationPlayerEventMap as `on${Capitalize<Type>}`]?: (
    event: StationPlayerEventMap[Type],
  ) => void;
};

/** In templates Vue's compiler reads `api-base` as `apiBase`. */
interface InCamelCase {
  apiBase?: StationPlayerAttributes['api-base'];
  keepPlaying?: StationPlayerAttributes['keep-playing'];
}

/** The tag in templates. */
export interface StationPlayerTag {
  new (): StationPlayerElement & {
    $props: Omit<HTMLAttributes, keyof StationPlayerAttributes | keyof Handlers> &
      StationPlayerAttributes &
      InCamelCase &
      Handlers;
  };
}

declare module 'vue' {
  interface GlobalComponents {
    'station-player': StationPlayerTag;
  }
}
