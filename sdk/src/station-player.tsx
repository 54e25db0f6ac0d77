import { BRAND } from '@stationhouse/platform-api/contract/brand';
import { LANGUAGES } from '@stationhouse/platform-api/contract/languages';
import { render } from 'preact';
import type { Track } from './client/generated/types.gen.ts';
import { fetchWords } from './fetch-words.ts';
import { colourDeclarations, readOptions } from './options.ts';
import { createPlayer } from './player/create-player.ts';
import {
  isOn,
  type Player,
  type PlayerError,
  type PlayerSnapshot,
  type PlayerState,
} from './player/player.ts';
import { lookOf, ReflectingElement, systemDark } from './reflecting-element.ts';
import { Embed } from './views/embed.tsx';
import { embedCss } from './views/styles.ts';
import { ENGLISH, type PlayerWords } from './views/words.ts';

/** The element's events and what each carries in `detail`. */
export interface StationPlayerEventMap {
  /** The player is in another state. `cause`: what it lost its line by, while it is reconnecting. */
  statechange: CustomEvent<{ state: PlayerState; cause: PlayerError | null }>;
  /** Another track is heard, or the first one is known. */
  trackchange: CustomEvent<{ track: Track | null }>;
  /** Sound has begun; what follows a hiccup is no beginning. */
  play: CustomEvent<null>;
  /** Paused: by the listener, the page, another of its players or the system. */
  pause: CustomEvent<null>;
  /** It was muted or unmuted, or its volume changed; told by the device, too. */
  volumechange: CustomEvent<{ muted: boolean; volume: number }>;
  /**
   * Something went wrong. The one event that does not bubble, as a media element's does not: on
   * `window` it would be taken for a fault of the host page's own scripts.
   */
  error: CustomEvent<PlayerError>;
}

/** How far from the window an element begins to load: two turns of a wheel (ours). */
const NEAR = '200px';

/** How long a player waits for the words of its language before it speaks English, in ms (ours). */
const PATIENCE_MS = 2_000;

/** How soon it looks again whether what it takes the place of has been let go, in ms (ours). */
const HELD_MS = 50;

/** A player that may not speak yet says nothing; its button has a name that is understood everywhere. */
const SILENT: PlayerWords = {
  ...ENGLISH,
  loading_station: '',
  loading_title: '',
  loading_artist: '',
};

/** What is shown of a station meanwhile. */
const UNKNOWN = { load: 'loading', station: null, tracks: null, error: null } as const;

let stylesheet: CSSStyleSheet | undefined;

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- narrower than what the platform declares
export interface StationPlayerElement {
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
 * A station's player as an element. It plays from the first press, and asks nothing of the network
 * before it comes near the window or is to play.
 *
 * @example
 * <station-player station="demo" button="1a0a53" song="false"></station-player>
 *
 * @tagname station-player
 * @attr {string} station - The station's slug. Another one makes the player start anew.
 * @attr {string} api-base - Origin of the server that has the station; by default the one that the SDK came from.
 * @attr {boolean} muted - Silent, though it may play.
 * @attr {number} volume - From 0 to 1.
 * @attr {boolean} autoplay - Tries once to play by itself; where the browser refuses, a button offers it.
 * @attr {'lazy' | 'eager'} loading - lazy asks nothing of the network before the player comes near the window.
 * @attr {boolean} exclusive - "false" lets it play beside the page's other players.
 * @attr {string} lang - Language of the player's own words; by default that of the page around it.
 * @attr {'light' | 'dark' | 'auto'} theme - Colours to begin with; auto follows the system.
 * @attr {string} background - Colour of the background: hex digits, with or without #.
 * @attr {string} button - Colour of the play button.
 * @attr {string} font - Colour of the text.
 * @attr {boolean} logo - "false" hides the station's logo.
 * @attr {boolean} song - "false" hides the current song.
 * @attr {string} state - Written by the player, for stylesheets: idle, loading, playing, paused, reconnecting, stopped or error.
 *
 * @fires {CustomEvent<{ state: PlayerState; cause: PlayerError | null }>} statechange - The player is in another state.
 * @fires {CustomEvent<{ track: Track | null }>} trackchange - Another track is heard, or the first one is known.
 * @fires {CustomEvent<null>} play - Sound has begun; what follows a hiccup is no beginning.
 * @fires {CustomEvent<null>} pause - Paused: by the listener, the page, another of its players or the system.
 * @fires {CustomEvent<{ muted: boolean; volume: number }>} volumechange - It was muted or unmuted, or its volume changed.
 * @fires {CustomEvent<PlayerError>} error - Something went wrong. Does not bubble.
 *
 * @cssprop --sp-background - Background.
 * @cssprop --sp-button - The play button.
 * @cssprop --sp-color - Text.
 * @cssprop --sp-glyph - The sign on the play button; by default black or white, whichever stands out more.
 * @cssprop --sp-radius - Roundness of the player's corners.
 * @cssprop --sp-font-family - Typeface; by default the page's own.
 * @cssprop --sp-focus-ring - Colour of the ring around what has the focus.
 *
 * @csspart container - All of the player.
 * @csspart logo - The station's logo.
 * @csspart name - The station's name.
 * @csspart cover - The picture of the current track.
 * @csspart title - The title of the current track.
 * @csspart artist - Its artist.
 * @csspart play-button - Plays and pauses.
 * @csspart mute-button - Mutes and unmutes.
 * @csspart status - Whether the station is live, connecting or reconnecting.
 * @csspart error - What went wrong.
 * @csspart retry-button - Tries again after a fault.
 *
 * @slot logo - A picture of one's own in the place of the station's logo.
 * @slot actions - Buttons of one's own beside the player's.
 */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- see the interface
export class StationPlayerElement extends ReflectingElement {
  #player: Player | null = null;
  #shown: PlayerSnapshot | null = null;
  #mount: HTMLElement | null = null;
  /** What it says: nothing before it is awake, and while the words of its language are on their way. */
  #words: PlayerWords | null = null;
  #isAwake = false;
  /** Whether the page has been told that it plays. */
  #isTold = false;
  #sight: IntersectionObserver | null = null;

  get state(): PlayerState {
    return this.#shown?.state ?? 'idle';
  }

  get track(): Track | null {
    return this.#shown?.tracks?.current ?? null;
  }

  /** The fault that shows. */
  get error(): PlayerError | null {
    return this.#shown?.error ?? null;
  }

  /** Resolves when sound has begun, and at once where that cannot be; never rejects. */
  async play(): Promise<void> {
    this.#wake();
    await this.#player?.play();
  }

  pause(): void {
    this.#player?.pause();
  }

  stop(): void {
    this.#player?.stop();
  }

  async retry(): Promise<void> {
    this.#wake();
    await this.#player?.retry();
  }

  /** Silence for good: lets go of everything. Put into a document again, it is a new player. */
  destroy(): void {
    // The page is told that the music ends.
    this.stop();
    this.#player?.destroy();
    this.#sight?.disconnect();
    systemDark?.removeEventListener('change', this.#paint);
    this.#player = this.#shown = this.#words = this.#sight = null;
    this.#isAwake = false;
    if (!this.#mount) return;
    render(null, this.#mount);
    this.setAttribute('state', this.state);
  }

  connectedCallback(): void {
    // A button that goes while it is being pressed loses the press: the facade's stays until it is let go.
    if (!this.#mount && this.matches(':active')) {
      setTimeout(() => this.isConnected && this.connectedCallback(), HELD_MS);
      return;
    }
    this.adoptProperties();
    if (!this.#player) this.#begin();
    // How the loader hands a press on that came before us (facade.ts).
    if ('pressed' in this && Reflect.deleteProperty(this, 'pressed')) void this.play();
  }

  /** An element that is only moved is back in the document within the same task, and plays on. */
  disconnectedCallback(): void {
    setTimeout(() => this.isConnected || this.destroy());
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    const player = this.#player;
    if (!player || before === now) return;
    if (name === 'muted') player.muted = this.muted;
    else if (name === 'volume') player.volume = this.volume;
    else if (name === 'lang') this.#speak();
    else if (name === 'loading') this.#watch();
    else if (['station', 'api-base', 'exclusive'].includes(name)) {
      this.destroy();
      this.#begin();
    } else this.#paint();
  }

  #begin(): void {
    const isFocused = !this.#mount && this.shadowRoot?.activeElement;
    this.#mount ??= this.#furnish();
    const { station, apiBase, muted, volume, exclusive } = this;
    this.#player = createPlayer({ station, apiBase, muted, volume, exclusive });
    this.#follow(this.#player);
    this.#paint();
    systemDark?.addEventListener('change', this.#paint);
    if (isFocused) this.#mount.querySelector('button')?.focus();
    if (this.autoplay) void this.play();
    this.#watch();
  }

  /** Wakes as soon as somebody could see it. */
  #watch(): void {
    if (this.#isAwake) return;
    this.#sight?.disconnect();
    if (this.loading === 'eager' || !globalThis.IntersectionObserver) return this.#wake();
    this.#sight = new IntersectionObserver(
      (changes) => changes.some(({ isIntersecting }) => isIntersecting) && this.#wake(),
      { rootMargin: NEAR },
    );
    this.#sight.observe(this);
  }

  /** From now on it asks the network, and speaks. */
  #wake(): void {
    const player = this.#player;
    if (!player || this.#isAwake) return;
    this.#isAwake = true;
    this.#sight?.disconnect();
    player.subscribe(() => this.#follow(player));
    this.#speak();
  }

  /** The language of the element or of what is around it, shadow trees or not. */
  #language() {
    return LANGUAGES.find((language) => this.matches(`:lang(${language})`)) ?? LANGUAGES[0];
  }

  #speak(): void {
    if (!this.#isAwake) return;
    const player = this.#player;
    const language = this.#language();
    const say = (words: PlayerWords) => {
      clearTimeout(patience);
      if (player !== this.#player || language !== this.#language() || !this.#mount) return;
      this.#words = words;
      this.#mount.lang = words === ENGLISH ? LANGUAGES[0] : language;
      this.#draw();
    };
    const patience = setTimeout(say, PATIENCE_MS, ENGLISH);
    if (language === LANGUAGES[0]) say(ENGLISH);
    else void fetchWords(this.apiBase, language).then(say);
  }

  /** In the place of what the loader, or the page's own server, has put there for the meantime. */
  #furnish(): HTMLElement {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    if ('adoptedStyleSheets' in root) {
      if (!stylesheet) (stylesheet = new CSSStyleSheet()).replaceSync(embedCss);
      root.adoptedStyleSheets = [stylesheet];
    }
    const mount = document.createElement('div');
    mount.className = 'embed';
    mount.setAttribute('part', 'container');
    mount.lang = LANGUAGES[0];
    root.replaceChildren(mount);
    return mount;
  }

  /** Colours by way of CSSOM, which no content security policy forbids. */
  readonly #paint = (): void => {
    const declarations = colourDeclarations(lookOf(this), systemDark?.matches);
    if (this.#mount) this.#mount.style.cssText = declarations;
    this.#draw();
  };

  #draw(): void {
    const player = this.#player;
    if (!this.#mount || !player) return;
    const words = this.#words;
    const snapshot = player.snapshot();
    render(
      <Embed
        snapshot={words ? snapshot : { ...snapshot, ...UNKNOWN }}
        player={this}
        options={readOptions(lookOf(this))}
        words={words ?? SILENT}
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
    this.#draw();
    const { state, cause, muted, volume } = now;
    this.setAttribute('state', state);
    this.muted = muted;
    if (volume !== this.volume) this.volume = volume;

    if (before?.state !== state) {
      if (before) this.#tell('statechange', { state, cause });
      if (state === 'paused') this.#tell('pause', null);
      // A hiccup is no end, and what follows it no beginning.
      const wasTold = this.#isTold && isOn(state);
      this.#isTold = wasTold || state === 'playing';
      if (this.#isTold && !wasTold) this.#tell('play', null);
    }
    if (before && (before.muted !== muted || before.volume !== volume)) {
      this.#tell('volumechange', { muted, volume });
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
