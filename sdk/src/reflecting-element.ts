import { OPTION_NAMES, readOptions, type EmbedOptions, type OptionName } from './options.ts';

// On a server there is no HTMLElement to extend: anything will do, since no element is ever made there.
const Host = globalThis.HTMLElement ?? (Object as never);

/** Whether the system prefers dark, which the theme `auto` follows. */
export const systemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

/** What is written about an element's look, as readOptions wants it. */
export const lookOf = (element: Element) => (name: OptionName) => element.getAttribute(name);

/** Looks are read as they count (bad values fall back) and written as attributes. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- defined in the loop below the class
export interface ReflectingElement extends EmbedOptions {}

/** All that can be said of a player in HTML: each attribute with its property, in both directions. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- see the interface
export class ReflectingElement extends Host {
  static readonly observedAttributes: readonly string[] = [
    'station',
    'api-base',
    'exclusive',
    'muted',
    'volume',
    'autoplay',
    'loading',
    'lang',
    ...OPTION_NAMES,
  ];

  /** The API's origin where no attribute names one; `defineStationPlayer` sets it. */
  protected readonly defaultApiBase: string = '';

  /** The station's slug. Another one makes the player start anew. */
  get station(): string {
    return this.getAttribute('station') ?? '';
  }
  set station(slug: string) {
    this.setAttribute('station', slug);
  }

  /** Origin of the API. */
  get apiBase(): string {
    return (this.getAttribute('api-base') ?? this.defaultApiBase).replace(/\/$/, '');
  }
  set apiBase(origin: string) {
    this.setAttribute('api-base', origin);
  }

  /** Whether the page's other players pause when this one plays. Another value makes it start anew. */
  get exclusive(): boolean {
    return this.getAttribute('exclusive') !== 'false';
  }
  set exclusive(exclusive: boolean) {
    this.setAttribute('exclusive', String(exclusive));
  }

  get muted(): boolean {
    return this.hasAttribute('muted');
  }
  set muted(muted: boolean) {
    this.toggleAttribute('muted', muted);
  }

  /** From 0 to 1; anything else counts as the nearest of them, and text that is no number as 1. */
  get volume(): number {
    const volume = Number.parseFloat(this.getAttribute('volume') ?? '1');
    return Number.isNaN(volume) ? 1 : Math.min(1, Math.max(0, volume));
  }
  set volume(volume: number) {
    this.setAttribute('volume', String(volume));
  }

  /** Tries once to play by itself; where the browser refuses, a button offers it. */
  get autoplay(): boolean {
    return this.hasAttribute('autoplay');
  }
  set autoplay(autoplay: boolean) {
    this.toggleAttribute('autoplay', autoplay);
  }

  /** `lazy` asks nothing of the network before the element comes near the window, or is to play. */
  get loading(): 'lazy' | 'eager' {
    return this.getAttribute('loading') === 'eager' ? 'eager' : 'lazy';
  }
  set loading(loading: 'lazy' | 'eager') {
    this.setAttribute('loading', loading);
  }

  /** Values given before the element was defined sit on the object and hide its properties. */
  protected adoptProperties(): void {
    for (const name of ['apiBase', ...ReflectingElement.observedAttributes]) {
      if (!Object.hasOwn(this, name)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }
}

for (const name of OPTION_NAMES) {
  Object.defineProperty(ReflectingElement.prototype, name, {
    get(this: ReflectingElement) {
      return readOptions(lookOf(this), systemDark?.matches)[name];
    },
    set(this: ReflectingElement, value: unknown) {
      this.setAttribute(name, String(value));
    },
  });
}
