import { signOn } from '@stationhouse/platform-api/contract/site/colours';
import { clampVolume } from './player/audio-engine.ts';
import { OPTION_NAMES, readOptions, type EmbedOptions, type OptionName } from './options.ts';

// A server has no HTMLElement to extend. Any class will do, since no element is created there.
const Host = globalThis.HTMLElement ?? (Object as never);

/** Whether the system prefers dark, for the theme `auto`. */
export const systemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

/**
 * An element's attributes as input for readOptions. React drops `song={false}` from the tag when it draws on a server, or
 * before the element is defined; it keeps the props of each element at hand, under a name with a random end.
 */
export const lookOf = (element: Element) => (name: OptionName) =>
  element.getAttribute(name) ??
  String(Object.entries(element).find(([key]) => key.startsWith('__reactProps'))?.[1][name]);

/** Whether the page behind an element is dark. A canvas reads each spelling of a colour. */
export function isOnDark(element: Element): boolean {
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return false;
  for (let at: Element | null = element; at; at = at.parentElement) {
    canvas.fillStyle = getComputedStyle(at).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, opacity = 0] = canvas.getImageData(0, 0, 1, 1).data;
    if (opacity > 127) return signOn([red / 255, green / 255, blue / 255]) === '#fff';
  }
  return false;
}

/** Whether a boolean attribute is set, or its property means so. Frameworks write `false` as a text, too. */
const isSet = (value: unknown) => !/^(false|null|undefined)$/.test(value as string);

/** Options are read with their fallbacks and written as attributes. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- defined in the loop below the class
export interface ReflectingElement extends EmbedOptions {}

/** All attributes of a player with their properties, in both directions. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- see the interface
export class ReflectingElement extends Host {
  static readonly observedAttributes: readonly string[] = [
    'station',
    'api-base',
    'exclusive',
    'muted',
    'volume',
    'autoplay',
    'keep-playing',
    'loading',
    'lang',
    ...OPTION_NAMES,
  ];

  /** The API's origin without an `api-base` attribute; set by `defineStationPlayer`. */
  protected readonly defaultApiBase: string = '';

  /** The station's slug or public id. Changing it restarts the player. */
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

  /** Whether the page's other players pause when this one plays. Changing it restarts the player. */
  get exclusive(): boolean {
    return this.getAttribute('exclusive') !== 'false';
  }
  set exclusive(exclusive: boolean) {
    this.setAttribute('exclusive', `${exclusive}`);
  }

  /** Whether the player is silenced. */
  get muted(): boolean {
    return isSet(this.getAttribute('muted'));
  }
  set muted(muted: boolean) {
    this.toggleAttribute('muted', isSet(muted));
  }

  /** From 0 to 1; clamped, and 1 when the text is not a number. */
  get volume(): number {
    return clampVolume(Number.parseFloat(this.getAttribute('volume') as string));
  }
  set volume(volume: number) {
    this.setAttribute('volume', `${volume}`);
  }

  /** Tries to play once, automatically. If the browser refuses, a button offers it. */
  get autoplay(): boolean {
    return isSet(this.getAttribute('autoplay'));
  }
  set autoplay(autoplay: boolean) {
    this.toggleAttribute('autoplay', isSet(autoplay));
  }

  /** Whether a change of station while it plays continues with the new one. */
  get keepPlaying(): boolean {
    return isSet(this.getAttribute('keep-playing'));
  }
  set keepPlaying(keepPlaying: boolean) {
    this.toggleAttribute('keep-playing', isSet(keepPlaying));
  }

  /** `lazy` makes no request before the element comes near the window or is told to play. */
  get loading(): 'lazy' | 'eager' {
    return this.getAttribute('loading') === 'eager' ? 'eager' : 'lazy';
  }
  set loading(loading: 'lazy' | 'eager') {
    this.setAttribute('loading', loading);
  }

  /** Properties that were set before the element was defined hide its accessors, so they are set again. */
  protected adoptProperties(): void {
    const own = this as unknown as Record<string, unknown>;
    for (const name of ['apiBase', 'keepPlaying', ...ReflectingElement.observedAttributes]) {
      if (!Object.hasOwn(own, name)) continue;
      const value = own[name];
      delete own[name];
      own[name] = value;
    }
  }
}

for (const name of OPTION_NAMES) {
  Object.defineProperty(ReflectingElement.prototype, name, {
    get(this: ReflectingElement) {
      return readOptions(lookOf(this), systemDark?.matches)[name];
    },
    set(this: ReflectingElement, value: unknown) {
      this.setAttribute(name, `${value}`);
    },
  });
}
