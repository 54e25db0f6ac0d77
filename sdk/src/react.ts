// Its bundle begins with 'use client' (rollup.config.js).
import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type HTMLAttributes,
  type RefAttributes,
} from 'react';
import { moduleOrigin } from './module-origin.ts';
import {
  defineStationPlayer,
  type StationPlayerElement,
  type StationPlayerEventMap,
} from './station-player.tsx';

/** The element's options by the names of its properties; docs/embedding.md says what each does. */
interface StationPlayerOptions {
  /** The station's slug. */
  station: string;
  /**
   * Origin of the server that has the station, such as `https://radio.example.com`. Needed wherever a
   * bundler makes this module a part of your own files.
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
  theme?: 'light' | 'dark' | 'auto';
  lang?: string;
  autoplay?: boolean;
  loading?: 'lazy' | 'eager';
  exclusive?: boolean;
}

/** Which event of the element each handler hears. */
const HANDLERS = {
  onPlay: 'play',
  onPause: 'pause',
  onStateChange: 'statechange',
  onTrackChange: 'trackchange',
  onVolumeChange: 'volumechange',
  onError: 'error',
} as const;

type Handlers = {
  [Name in keyof typeof HANDLERS]?: (event: StationPlayerEventMap[(typeof HANDLERS)[Name]]) => void;
};

/** Whatever an element may have in React, with the player's own. */
export type StationPlayerProps = Omit<
  HTMLAttributes<StationPlayerElement>,
  keyof StationPlayerOptions | keyof Handlers
> &
  StationPlayerOptions &
  Handlers;

/** Each option's attribute; those that are told by being there, and not by a value, stand apart. */
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
const SWITCHES = ['muted', 'autoplay'] as const;

type Attributes = Record<string, string | true>;

/** What is the element's and what is any element's. */
function sort(props: StationPlayerProps): [Attributes, HTMLAttributes<StationPlayerElement>] {
  const attributes: Attributes = {};
  const rest: Record<string, unknown> = { ...props };
  for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
    const value = rest[name] ?? null;
    if (value !== null) attributes[attribute] = String(value);
    delete rest[name];
  }
  for (const name of SWITCHES) {
    if (rest[name]) attributes[name] = true;
    delete rest[name];
  }
  for (const name in HANDLERS) delete rest[name];
  return [attributes, rest];
}

/**
 * A station's player in React, 18 or later. On a server it comes out as the bare tag.
 *
 * @example
 * <StationPlayer station="demo" apiBase="https://radio.example.com" onTrackChange={show} />
 */
export const StationPlayer = forwardRef<StationPlayerElement, StationPlayerProps>(
  function StationPlayer(props, ref) {
    const [attributes, { className, ...rest }] = sort(props);
    // React gets the first ones and never another: it would write some as properties and some as
    // attributes, one version this way and the other that. The element's own are kept by the effect.
    const [first] = useState(attributes);
    const element = useRef<StationPlayerElement>(null);
    const latest = useRef({ props, attributes });
    // Of a mounted component there is an element.
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
          // Name and type come from one row of the table, so the event is this handler's.
          handler?.(event as never);
        };
        element.current?.addEventListener(type, tell, listening);
      }
      defineStationPlayer(moduleOrigin(import.meta.url));
      return () => listening.abort();
    }, []);

    // oxlint-disable-next-line react/refs -- it hands the ref on, as JSX does
    return createElement('station-player', {
      ...rest,
      ...first,
      class: className,
      ref: element,
      // An element that is alive before React has come to it shows its state as attributes of its own.
      suppressHydrationWarning: true,
    });
  },
);

/** The tag itself in JSX: attributes as HTML has them. */
export type StationPlayerTag = Omit<
  HTMLAttributes<StationPlayerElement>,
  keyof StationPlayerOptions
> &
  RefAttributes<StationPlayerElement> &
  Partial<Omit<StationPlayerOptions, 'apiBase'>> & { 'api-base'?: string; class?: string };

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- the way React has it extended
  namespace JSX {
    interface IntrinsicElements {
      'station-player': StationPlayerTag;
    }
  }
}
