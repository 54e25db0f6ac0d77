import { BRAND } from '@stationhouse/platform-api/contract/site/brand';
import { LANGUAGES } from '@stationhouse/platform-api/contract/site/languages';
import { render } from 'preact';
import type { PublicStation, Track } from './client/generated/types.gen.ts';
import { loadWords } from './load-words.ts';
import { colourDeclarations, onGround, readOptions } from './options.ts';
import { createPlayer } from './player/create-player.ts';
import type { PlayerError } from './player/player-errors.ts';
import { isOn, type Player, type PlayerSnapshot, type PlayerState } from './player/player.ts';
import { isOnDark, lookOf, ReflectingElement, systemDark } from './reflecting-element.ts';
import { stationInfo, type StationInfo } from './station-info.ts';
import type { StationPlayerEventMap } from './station-player-events.ts';
import { Embed } from './views/embed.tsx';
import { embedCss } from './views/styles.ts';
import { ENGLISH, WITHOUT_TEXTS, type PlayerWords } from './views/words.ts';

export type { StationPlayerEventMap, StationPlayerHandlers } from './station-player-events.ts';

declare global {
  interface HTMLElementTagNameMap {
    'station-player': StationPlayerElement;
  }
}

/** How far from the window an element starts loading: about two turns of a mouse wheel. */
const NEAR = '200px';

/** How often to check whether the loader's button is still pressed, in ms. */
const PRESS_POLL_MS = 50;

/** Shown of a station until the words are loaded. */
const NOT_LOADED = { load: 'loading', station: null, tracks: null, error: null } as const;

let stylesheet: CSSStyleSheet | undefined;

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- narrower than the platform's declaration
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
 * A station's player as an element. It plays from the first press. It makes no request before it comes
 * near the window or is told to play.
 *
 * @example
 * <station-player station="demo" button="1a0a53" song="false"></station-player>
 *
 * @tagname station-player
 * @attr {string} station - The station's slug, public id, or the address of its page. Changing it moves the player there.
 * @attr {string} api-base - Origin of the station's server. Default: where the SDK was loaded from.
 * @attr {'light' | 'dark' | 'auto' | 'site'} theme - Default: light, or the station's. auto follows the system, site the page behind it; in a frame both follow the system.
 * @attr {string} background - Background: 3, 4, 6 or 8 hex digits, with or without #. Default: the theme's, ffffff for light.
 * @attr {string} button - Colour of the play button, likewise; 1a0a53 for light.
 * @attr {string} font - Text colour, likewise; 000000 for light.
 * @attr {boolean} logo - "false" hides the station's logo.
 * @attr {boolean} song - "false" hides the current song.
 * @attr {boolean} muted - Silences the player.
 * @attr {number} volume - From 0 to 1. Default: 1.
 * @attr {boolean} autoplay - Tries to play once, automatically. If the browser refuses, a button offers it.
 * @attr {'lazy' | 'eager'} loading - lazy, the default, makes no request before the player comes near the window.
 * @attr {boolean} keep-playing - A change of station while it plays continues with the new one.
 * @attr {boolean} exclusive - "false": neither pauses the page's other players nor is paused by them.
 * @attr {string} lang - Language of the player's own words: en, de, fr, es or it. Default: that of the page around it.
 * @attr {'idle' | 'loading' | 'playing' | 'paused' | 'reconnecting' | 'stopped' | 'error'} state - Set by the player, for stylesheets such as station-player[state='playing'].
 *
 * @fires {CustomEvent<{ state: PlayerState; cause: PlayerError | null }>} statechange - The state has changed. cause says why a connection was lost, while it is reconnecting.
 * @fires {CustomEvent<{ track: Track | null }>} trackchange - Another track is heard, or the first track is known.
 * @fires {CustomEvent<null>} play - Playback has begun. Not sent again after a short interruption.
 * @fires {CustomEvent<null>} pause - Sound has ended: paused, stopped, an error, another station, or removed.
 * @fires {CustomEvent<null>} ready - The station is known. Sent again after a change of station, and when it is back on air.
 * @fires {CustomEvent<{ station: StationInfo | null }>} stationchange - Another station is known, new data of the same one, or null when it is off air or unknown.
 * @fires {CustomEvent<{ muted: boolean; volume: number }>} volumechange - Muted, unmuted or another volume, also when the device did it.
 * @fires {CustomEvent<PlayerError>} error - Playback has failed. The only event that does not bubble.
 *
 * @cssprop --sp-background - Background.
 * @cssprop --sp-button - The play button.
 * @cssprop --sp-color - Text.
 * @cssprop --sp-glyph - The icon on the play button. Default: black or white, whichever has more contrast.
 * @cssprop --sp-radius - Radius of the player's corners. Default: 12px; 50px where it is one button.
 * @cssprop --sp-font-family - Font family. Default: the page's.
 * @cssprop --sp-focus-ring - Colour of the focus ring.
 *
 * @csspart container - The whole player.
 * @csspart logo - The station's logo.
 * @csspart name - The station's name.
 * @csspart cover - The cover of the current track.
 * @csspart title - The title of the current track.
 * @csspart artist - The artist of the current track.
 * @csspart play-button - Plays and pauses.
 * @csspart mute-button - Mutes and unmutes.
 * @csspart status - Whether the station is live, connecting or reconnecting.
 * @csspart error - The error message.
 * @csspart retry-button - Tries again after an error.
 *
 * @slot logo - Your own picture instead of the station's logo.
 * @slot actions - Your own buttons beside the player's.
 */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- see the interface
export class StationPlayerElement extends ReflectingElement {
  #player: Player | null = null;
  #snapshot: PlayerSnapshot | null = null;
  #mount: HTMLElement | null = null;
  /** Null before the player is active, and while the words of its language are loading. */
  #words: PlayerWords | null = null;
  /** With the logo that suits the ground. */
  #shown: PublicStation | null | undefined = null;
  #isActive = false;
  /** The state and the station that the page knows from the last events; undefined: another station is loading. */
  #state: PlayerState = 'idle';
  #station: PublicStation | null | undefined = null;
  /** Whether `play` was sent, and no `pause` since. */
  #isHeard = false;
  /** One for all its stations: some browsers allow sound for each audio element on its own. */
  readonly #audio = document.createElement('audio');
  #viewport: IntersectionObserver | null = null;

  /** As the attribute of that name. */
  get state(): PlayerState {
    return this.#state;
  }

  /** Whether it neither plays nor is about to. */
  get paused(): boolean {
    return !isOn(this.#state);
  }

  /** The track that is heard: title, artist, cover, and album and started_at where they are known. */
  get track(): Track | null {
    return this.tracks?.current ?? null;
  }

  /** The tracks around the one that is heard; null until they are known. */
  get tracks(): PlayerSnapshot['tracks'] {
    return this.#snapshot?.tracks ?? null;
  }

  /** The station's name, logo and page; null until it is known. */
  get stationInfo(): StationInfo | null {
    return stationInfo(this.#snapshot?.station ?? null);
  }

  /** The error that is shown. */
  get error(): PlayerError | null {
    return this.#snapshot?.error ?? null;
  }

  /** Resolves when sound begins, or at once when it cannot. Never rejects: errors are events. */
  async play(): Promise<void> {
    this.#activate();
    await this.#player?.play();
  }

  /** Pauses. The next play is live, and not from the buffer. */
  pause(): void {
    this.#player?.pause();
  }

  /** Ends playback and closes the stream. */
  stop(): void {
    this.#player?.stop();
  }

  /** Clears the error and plays again. */
  async retry(): Promise<void> {
    this.#activate();
    await this.#player?.retry();
  }

  /** Stops and releases everything. Inserted into a document again, the element is a new player. */
  destroy(): void {
    this.#end(null);
  }

  /** @param station what the page then knows of a station; undefined: another one follows */
  #end(station?: null): void {
    this.stop();
    this.#player?.destroy();
    this.#viewport?.disconnect();
    systemDark?.removeEventListener('change', this.#applyColours);
    this.#player = this.#snapshot = this.#words = this.#viewport = null;
    this.#isActive = false;
    if (!this.#mount) return;
    render(null, this.#mount);
    this.#report('idle', null, station);
  }

  connectedCallback(): void {
    // Replacing the loader's button during a press would lose the press, so wait until it is released.
    if (!this.#mount && this.matches(':active')) {
      setTimeout(() => this.isConnected && this.connectedCallback(), PRESS_POLL_MS);
      return;
    }
    this.adoptProperties();
    if (!this.#player) this.#start();
    // The loader marks an element whose button was pressed (facade.ts).
    if ('pressed' in this && delete this.pressed) void this.play();
  }

  /** An element that is only moved is back in the document within the same task, and keeps playing. */
  disconnectedCallback(): void {
    setTimeout(() => this.isConnected || this.destroy());
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    const player = this.#player;
    if (!player || before === now) return;
    if (name === 'muted') player.muted = this.muted;
    else if (name === 'volume') player.volume = this.volume;
    else if (name === 'lang') this.#loadWords();
    else if (name === 'loading') this.#observeViewport();
    else if (['station', 'api-base', 'exclusive'].includes(name)) {
      const isKept = this.keepPlaying && !this.paused;
      this.#end(this.#station && undefined);
      this.#start();
      if (isKept) void this.play();
    } else this.#applyColours();
  }

  #start(): void {
    const isFocused = !this.#mount && this.shadowRoot?.activeElement;
    this.#mount ??= this.#createMount();
    // Its properties are named as the options.
    this.#player = createPlayer(this, this.#audio);
    this.#update(this.#player);
    this.#applyColours();
    systemDark?.addEventListener('change', this.#applyColours);
    if (isFocused) this.#mount.querySelector('button')?.focus();
    if (this.autoplay) void this.play();
    this.#observeViewport();
  }

  /** Activates the player when it comes near the window. */
  #observeViewport(): void {
    if (this.#isActive) return;
    this.#viewport?.disconnect();
    if (this.loading === 'eager' || !globalThis.IntersectionObserver) return this.#activate();
    this.#viewport = new IntersectionObserver(
      (changes) => changes.some(({ isIntersecting }) => isIntersecting) && this.#activate(),
      { rootMargin: NEAR },
    );
    this.#viewport.observe(this);
  }

  /** Starts making requests, and shows words. */
  #activate(): void {
    const player = this.#player;
    if (!player || this.#isActive) return;
    this.#isActive = true;
    this.#viewport?.disconnect();
    player.subscribe(() => this.#update(player));
    this.#loadWords();
  }

  /** The language of the element or of the page around it, across shadow trees. */
  #language() {
    return LANGUAGES.find((language) => this.matches(`:lang(${language})`)) ?? LANGUAGES[0];
  }

  #loadWords(): void {
    if (!this.#isActive) return;
    const player = this.#player;
    const language = this.#language();
    void loadWords(this.apiBase, language, (words) => {
      if (player !== this.#player || language !== this.#language() || !this.#mount) return;
      this.#words = words;
      this.#mount.lang = words === ENGLISH ? LANGUAGES[0] : language;
      this.#render();
    });
  }

  /** Replaces the placeholder that the loader, or the page's own server, has drawn. */
  #createMount(): HTMLElement {
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

  /** Sets colours through CSSOM, which no content security policy forbids. */
  readonly #applyColours = (): void => {
    const read = lookOf(this);
    const station = this.#snapshot?.station;
    const isDark = this.getAttribute('theme') === 'site' ? isOnDark(this) : systemDark?.matches;
    this.#shown = station && onGround(read, isDark, station);
    if (this.#mount) {
      this.#mount.style.cssText = colourDeclarations(read, isDark, this.#shown ?? undefined);
    }
    this.#render();
  };

  #render(): void {
    const player = this.#player;
    if (!this.#mount || !player) return;
    const words = this.#words;
    const snapshot = player.snapshot();
    render(
      <Embed
        snapshot={{ ...snapshot, station: this.#shown ?? null, ...(!words && NOT_LOADED) }}
        player={this}
        options={readOptions(lookOf(this))}
        words={words ?? WITHOUT_TEXTS}
        placeholder={this.apiBase + BRAND.placeholder_cover}
      />,
      this.#mount,
    );
  }

  /** Renders the new snapshot, reflects it to attributes and sends the events. */
  #update(player: Player): void {
    if (player !== this.#player) return;
    const before = this.#snapshot;
    const now = (this.#snapshot = player.snapshot());
    if (before?.station === now.station) this.#render();
    else this.#applyColours();
    const { muted, volume } = now;
    this.muted = muted;
    if (volume !== this.volume) this.volume = volume;
    this.#report(now.state, now.cause, now.load === 'loading' ? this.#station : now.station);
    if (before && (before.muted !== muted || before.volume !== volume)) {
      this.#emit('volumechange', { muted, volume });
    }
    const track = now.tracks?.current;
    const last = before?.tracks?.current;
    if (track?.title !== last?.title || track?.artist !== last?.artist) {
      this.#emit('trackchange', { track: track ?? null });
    }
    if (now.error && now.error !== before?.error) this.#emit('error', now.error);
  }

  /** Sends the events of a new state and of another station. */
  #report(state: PlayerState, cause: PlayerError | null, station?: PublicStation | null): void {
    const before = this.#station;
    this.#station = station;
    if (station !== undefined && station !== before) {
      this.#emit('stationchange', { station: this.stationInfo });
    }
    if (station && !before) this.#emit('ready', null);
    this.setAttribute('state', state);
    if (state === this.#state) return;
    this.#state = state;
    // A short interruption neither ends playback nor begins it again.
    const wasHeard = this.#isHeard;
    const isHeard = isOn(state) && (wasHeard || state === 'playing');
    this.#isHeard = isHeard;
    this.#emit('statechange', { state, cause });
    // A listener of that event may have changed the state again.
    if (state === this.#state && isHeard !== wasHeard) this.#emit(isHeard ? 'play' : 'pause', null);
  }

  #emit<Name extends keyof StationPlayerEventMap>(
    type: Name,
    detail: StationPlayerEventMap[Name]['detail'],
  ): void {
    this.dispatchEvent(
      new CustomEvent(type, { detail, composed: true, bubbles: type !== 'error' }),
    );
  }
}

/**
 * Defines the player as a custom element, unless the tag is taken: loading the SDK twice does no harm.
 *
 * @param apiBase origin of the API for elements without an `api-base` attribute
 * @param tag another name; browsers require a hyphen in it
 */
export function defineStationPlayer(apiBase: string, tag = 'station-player'): void {
  if (!globalThis.customElements || customElements.get(tag)) return;
  customElements.define(
    tag,
    class extends StationPlayerElement {
      protected override readonly defaultApiBase = apiBase;
    },
  );
}
