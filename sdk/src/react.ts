// The bundle begins with 'use client' (rollup.config.js).
import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
  type HTMLAttributes,
  type RefAttributes,
} from 'react';
import { moduleOrigin } from './module-origin.ts';
import { playerStore, type PlayerActions } from './player/player-store.ts';
import type { PlayerOptions, PlayerSnapshot } from './player/player.ts';
import {
  defineStationPlayer,
  type StationPlayerElement,
  type StationPlayerEventMap,
  type StationPlayerHandlers,
} from './station-player.tsx';
import type { StationPlayerAttributes } from './tag-attributes.ts';

/** The element's options, named as its properties. docs/embedding.md describes each. */
interface StationPlayerOptions {
  /** The station's slug or public id. */
  station: string;
  /**
   * Origin of the station's server, such as `https://radio.example.com`. Needed when a bundler makes this
   * module part of your own files.
   */
  apiBase?: string;
  muted?: boolean;
  /** 0 to 1. */
  volume?: number;
  background?: string;
  button?: string;
  font?: string;
  logo?: boolean;
  song?: boolean;
  theme?: 'light' | 'dark' | 'auto' | 'site';
  lang?: string;
  autoplay?: boolean;
  loading?: 'lazy' | 'eager';
  exclusive?: boolean;
  /** A change of station while it plays continues with the new one. */
  keepPlaying?: boolean;
}

/** The element's event of each handler. */
const HANDLERS = {
  onPlay: 'play',
  onPause: 'pause',
  onReady: 'ready',
  onStateChange: 'statechange',
  onStationChange: 'stationchange',
  onTrackChange: 'trackchange',
  onVolumeChange: 'volumechange',
  onError: 'error',
} as const;

type Handlers = {
  [Name in keyof typeof HANDLERS]?: (event: StationPlayerEventMap[(typeof HANDLERS)[Name]]) => void;
};

/** Props of the component: the player's own and those of any element. */
export type StationPlayerProps = Omit<
  HTMLAttributes<StationPlayerElement>,
  keyof StationPlayerOptions | keyof Handlers
> &
  StationPlayerOptions &
  Handlers;

/** The attribute of each option. Boolean attributes are listed separately. */
const ATTRIBUTES = {
  station: 'station',
  apiBase: 'api-base',
  volume: 'volume',
  background: 'background',
  button: 'button',
  font: 'font',
  logo: 'logo',
  song: 'song',
  theme: 'theme',
  lang: 'lang',
  loading: 'loading',
  exclusive: 'exclusive',
} as const;
const SWITCHES = { muted: 'muted', autoplay: 'autoplay', keepPlaying: 'keep-playing' } as const;

type Attributes = Record<string, string | true>;

/** Separates the element's own options from ordinary attributes. */
function sort(props: StationPlayerProps): [Attributes, HTMLAttributes<StationPlayerElement>] {
  const attributes: Attributes = {};
  const rest: Record<string, unknown> = { ...props };
  for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
    const value = rest[name] ?? null;
    if (value !== null) attributes[attribute] = String(value);
    delete rest[name];
  }
  for (const [name, attribute] of Object.entries(SWITCHES)) {
    if (rest[name]) attributes[attribute] = true;
    delete rest[name];
  }
  for (const name in HANDLERS) delete rest[name];
  return [attributes, rest];
}

/**
 * A station's player in React, 18 or later. On a server it renders the bare tag.
 *
 * @example
 * <StationPlayer station="demo" apiBase="https://radio.example.com" onTrackChange={show} />
 */
export const StationPlayer = /* @__PURE__ */ forwardRef<StationPlayerElement, StationPlayerProps>(
  function StationPlayer(props, ref) {
    const [attributes, { className, ...rest }] = sort(props);
    // React only gets the first values: depending on its version, it would set some as properties and some
    // as attributes. An effect sets all later values.
    const [first] = useState(attributes);
    const element = useRef<StationPlayerElement>(null);
    const latest = useRef({ props, attributes });
    // A mounted component has an element.
    useImperativeHandle(ref, () => element.current as StationPlayerElement, []);

    useEffect(() => {
      const before = latest.current.attributes;
      latest.current = { props, attributes };
      for (const name in { ...before, ...attributes }) {
        const value = attributes[name];
        if (value === before[name]) continue;
        if (value === undefined) element.current?.removeAttribute(name);
        else element.current?.setAttribute(name, value === true ? '' : value);
      }
    });

    useEffect(() => {
      const listening = new AbortController();
      for (const [name, type] of Object.entries(HANDLERS)) {
        const tell = (event: Event) => {
          const handler = latest.current.props[name as keyof Handlers];
          // Name and type come from one row of the table, so the event fits the handler.
          handler?.(event as never);
        };
        element.current?.addEventListener(type, tell, listening);
      }
      defineStationPlayer(moduleOrigin(import.meta.url));
      return () => listening.abort();
    }, []);

    // oxlint-disable-next-line react/refs -- passes the ref on, as JSX does
    return createElement('station-player', {
      ...rest,
      ...first,
      class: className,
      ref: element,
      // An upgraded element reflects its state as attributes before React hydrates it.
      suppressHydrationWarning: true,
    });
  },
);

/**
 * A player for one's own controls: its snapshot, and what they do. It moves with its options, and plays on when the
 * station changes. It is destroyed when the component unmounts, and survives StrictMode and hot reload. On a server it
 * makes no request.
 *
 * @example
 * const { paused, error, tracks, play, pause, retry } = usePlayer({ station: 'demo', apiBase });
 * return <button onClick={error ? retry : paused ? play : pause}>{tracks?.current?.title}</button>;
 */
export function usePlayer(options: PlayerOptions): PlayerSnapshot & PlayerActions {
  const [store] = useState(() => playerStore(options));
  const { subscribe, snapshot, setOptions, ...actions } = store;
  const current = useSyncExternalStore(subscribe, snapshot, snapshot);
  useEffect(() => setOptions(options));
  return { ...current, ...actions };
}

/** The tag in JSX, with attributes as in HTML. React 18 has no handlers for it. */
export type StationPlayerTag = Omit<
  HTMLAttributes<StationPlayerElement>,
  keyof StationPlayerAttributes
> &
  RefAttributes<StationPlayerElement> &
  StationPlayerAttributes &
  StationPlayerHandlers & { class?: string | undefined };

export type { PlayerActions, PlayerOptions, PlayerSnapshot };

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- React is extended this way
  namespace JSX {
    interface IntrinsicElements {
      'station-player': StationPlayerTag;
    }
  }
}
