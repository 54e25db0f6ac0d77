import { BRAND } from '@stationhouse/platform-api/contract/brand';
import type { Track } from './client/generated/types.gen.ts';
import { colourProperties, OPTION_NAMES, readOptions, type EmbedOptions } from './options.ts';
import { createPlayer } from './player/create-player.ts';
import type { Player, PlayerError, PlayerSnapshot, PlayerState } from './player/player.ts';
import { draw } from './views/draw.ts';
import { Embed } from './views/embed.tsx';
import { embedCss } from './views/styles.ts';
import { ENGLISH } from './views/words.ts';

/** The element's events and what each carries in `detail`. */
export interface StationPlayerEventMap {
  /** The player is in another state. */
  statechange: CustomEvent<{ state: PlayerState }>;
  /** Another track is heard, or the first one is known. */
  trackchange: CustomEvent<{ track: Track | null }>;
  /** Sound has begun. */
  play: CustomEvent<null>;
  /** The listener paused. */
  pause: CustomEvent<null>;
  /**
   * Something went wrong. The one event that does not bubble, as a media element's does not: on
   * `window` it would be taken for a fault of the host page's own scripts.
   */
  error: CustomEvent<PlayerError>;
}

// On a server there is no HTMLElement to extend: anything will do, since no element is ever made there.
const Host = globalThis.HTMLElement ?? (Object as never);

/** Attributes of the engine; the others are the look's. */
const ENGINE_ATTRIBUTES = ['station', 'api-base', 'muted', 'volume'];
const PROPERTIES = ['station', 'apiBase', 'muted', 'volume', ...OPTION_NAMES];

let stylesheet: CSSStyleSheet | undefined;

/** Looks are read as they count (bad values fall back) and written as attributes. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- defined in the loop below the class
export interface StationPlayerElement extends EmbedOptions {
  addEventListener<Name extends keyof StationPlayerEventMap>(
    type: Name,
    listener: (this: StationPlayerElement, event: StationPlayerEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/**
 * A station's player as an element.
 *
 * @example
 * <station-player station="demo" button="1a0a53" song="false"></station-player>
 */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- see the interface
export class StationPlayerElement extends Host {
  static readonly observedAttributes: readonly string[] = [...ENGINE_ATTRIBUTES, ...OPTION_NAMES];

  /** The API's origin where no attribute names one; `defineStationPlayer` sets it. */
  protected readonly home: string = '';
  #player: Player | null = null;
  #shown: PlayerSnapshot | null = null;
  #mount: HTMLElement | null = null;

  /** The station's slug. Another one makes the player start anew. */
  get station(): string {
    return this.getAttribute('station') ?? '';
  }
  set station(slug: string) {
    this.setAttribute('station', slug);
  }

  /** Origin of the API. */
  get apiBase(): string {
    return (this.getAttribute('api-base') ?? this.home).replace(/\/$/, '');
  }
  set apiBase(origin: string) {
    this.setAttribute('api-base', origin);
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

  get state(): PlayerState {
    return this.#shown?.state ?? 'idle';
  }

  get track(): Track | null {
    return this.#shown?.tracks?.current ?? null;
  }

  /** Resolves when sound has begun, and at once where that cannot be; never rejects. */
  async play(): Promise<void> {
    await this.#player?.play();
  }

  pause(): void {
    this.#player?.pause();
  }

  stop(): void {
    this.#player?.stop();
  }

  async retry(): Promise<void> {
    await this.#player?.retry();
  }

  connectedCallback(): void {
    // Values given before the element was defined sit on the object and hide its properties.
    for (const name of PROPERTIES) {
      if (!Object.hasOwn(this, name)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
    if (!this.#player) this.#begin();
  }

  /** An element that is only moved is back in the document within the same task, and plays on. */
  disconnectedCallback(): void {
    setTimeout(() => this.isConnected || this.#end());
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    const player = this.#player;
    if (!player || before === now) return;
    if (name === 'muted') player.muted = this.muted;
    else if (name === 'volume') player.volume = this.volume;
    else if (ENGINE_ATTRIBUTES.includes(name)) {
      this.#end();
      this.#begin();
    } else this.#draw(player);
  }

  #begin(): void {
    this.#mount ??= this.#furnish();
    const { station, apiBase, muted, volume } = this;
    const player = createPlayer({ station, apiBase, muted, volume });
    this.#player = player;
    player.subscribe(() => this.#follow(player));
    this.#follow(player);
  }

  #end(): void {
    this.#player?.destroy();
    this.#player = this.#shown = null;
    if (this.#mount) draw(null, this.#mount);
  }

  #furnish(): HTMLElement {
    const root = this.attachShadow({ mode: 'open' });
    if ('adoptedStyleSheets' in root) {
      if (!stylesheet) (stylesheet = new CSSStyleSheet()).replaceSync(embedCss);
      root.adoptedStyleSheets = [stylesheet];
    }
    const mount = document.createElement('div');
    mount.className = 'embed';
    root.append(mount);
    return mount;
  }

  #draw(player: Player): void {
    if (!this.#mount) return;
    const options = readOptions((name) => this.getAttribute(name));
    for (const [name, value] of colourProperties(options)) {
      this.#mount.style.setProperty(name, value);
    }
    draw(
      <Embed
        snapshot={player.snapshot()}
        player={player}
        options={options}
        words={ENGLISH}
        placeholder={this.apiBase + BRAND.placeholder_cover}
      />,
      this.#mount,
    );
  }

  /** Draws what the player has become, reflects it, and tells the host page. */
  #follow(player: Player): void {
    if (player !== this.#player) return;
    const before = this.#shown;
    const now = player.snapshot();
    this.#shown = now;
    this.#draw(player);
    this.setAttribute('state', now.state);
    this.muted = now.muted;

    if (before?.state !== now.state) {
      if (before) this.#tell('statechange', { state: now.state });
      if (now.state === 'playing' && before?.state !== 'reconnecting') this.#tell('play', null);
      if (now.state === 'paused') this.#tell('pause', null);
    }
    const track = now.tracks?.current;
    const last = before?.tracks?.current;
    if (track?.title !== last?.title || track?.artist !== last?.artist) {
      this.#tell('trackchange', { track: track ?? null });
    }
    if (now.error && now.error !== before?.error) this.#tell('error', now.error);
  }

  #tell<Name extends keyof StationPlayerEventMap>(
    type: Name,
    detail: StationPlayerEventMap[Name]['detail'],
  ): void {
    this.dispatchEvent(
      new CustomEvent(type, { detail, composed: true, bubbles: type !== 'error' }),
    );
  }
}

for (const name of OPTION_NAMES) {
  Object.defineProperty(StationPlayerElement.prototype, name, {
    get(this: StationPlayerElement) {
      return readOptions((option) => this.getAttribute(option))[name];
    },
    set(this: StationPlayerElement, value: unknown) {
      this.setAttribute(name, String(value));
    },
  });
}

/**
 * Makes a tag a player, unless the tag is taken: loading the SDK twice does no harm.
 *
 * @param apiBase origin of the API for elements without an `api-base` attribute
 * @param tag a name of your own, with a hyphen as the browser demands
 */
export function defineStationPlayer(apiBase: string, tag = 'station-player'): void {
  if (!globalThis.customElements || customElements.get(tag)) return;
  customElements.define(
    tag,
    class extends StationPlayerElement {
      protected override readonly home = apiBase;
    },
  );
}

declare global {
  interface HTMLElementTagNameMap {
    'station-player': StationPlayerElement;
  }
}
