import type { Frame, Page } from '@playwright/test';

/** A measurement of the sound at one moment. */
export interface Heard {
  /** Seconds since the page started to load. */
  at: number;
  /** Root mean square of the signal, 0 to 1: silence is 0. */
  loudness: number;
  /** The strongest frequency, in Hz. */
  frequency: number;
  /** Played time of the stream, in seconds. */
  currentTime: number;
}

declare global {
  interface Window {
    /** Every audio element that the page's scripts created. */
    __audios: HTMLAudioElement[];
    __ear?: { context: AudioContext; analyser: AnalyserNode; src: string; stream: MediaStream };
    __hear: () => Heard | null;
  }
}

/**
 * Runs in the page: records the audio elements that its scripts create.
 * @param crossOrigin the elements' CORS mode
 */
export function keepAudio(crossOrigin?: string): void {
  window.__audios = [];
  const create = document.createElement.bind(document);
  document.createElement = ((name: string, more?: ElementCreationOptions) => {
    const element = create(name, more);
    if (element instanceof HTMLAudioElement) {
      if (crossOrigin) element.crossOrigin = crossOrigin;
      window.__audios.push(element);
    }
    return element;
  }) as typeof document.createElement;
}

/**
 * Lets a test measure a page's sound: it is taken from the player's own `<audio>` after decoding.
 * Call it before the page is opened. For a page of another origin the element requests the stream
 * with CORS, since browsers hide the samples otherwise. Nothing else is changed.
 */
export async function giveEar(page: Page, options: { crossOrigin: boolean }): Promise<void> {
  await page.addInitScript(keepAudio, options.crossOrigin ? 'anonymous' : undefined);
  await page.addInitScript(addEar);
}

/** Runs in the page: adds the function that measures its sound. */
export function addEar(): void {
  window.__hear = () => {
    const used = window.__audios.filter(({ currentSrc }) => currentSrc !== '');
    const audio = used.findLast(({ paused }) => !paused) ?? used.at(-1);
    if (!audio || audio.readyState < 3) return null;
    // A captured stream goes silent when the player reconnects: the element then has new tracks, also at the same
    // address.
    const isOver = !window.__ear?.stream.getAudioTracks().some((one) => one.readyState === 'live');
    if (window.__ear?.src !== audio.src || isOver) {
      const context = window.__ear?.context ?? new AudioContext();
      const analyser = context.createAnalyser();
      analyser.fftSize = 8192;
      analyser.smoothingTimeConstant = 0;
      // Missing in the DOM types. Firefox has its own name for it.
      const media = audio as HTMLAudioElement & {
        captureStream?(): MediaStream;
        mozCaptureStream(): MediaStream;
      };
      const stream = media.captureStream?.() ?? media.mozCaptureStream();
      // Before its first sample the element has no track.
      if (stream.getAudioTracks().length === 0) return null;
      context.createMediaStreamSource(stream).connect(analyser);
      window.__ear = { context, analyser, src: audio.src, stream };
    }
    const { context, analyser } = window.__ear;
    // A context that began before the page was pressed stays suspended.
    if (context.state === 'suspended') void context.resume();
    const samples = new Float32Array(analyser.fftSize);
    analyser.getFloatTimeDomainData(samples);
    const bins = new Float32Array(analyser.frequencyBinCount);
    analyser.getFloatFrequencyData(bins);
    const strongest = bins.reduce(
      (best, level, bin) => (level > (bins[best] ?? 0) ? bin : best),
      0,
    );
    return {
      at: performance.now() / 1000,
      loudness: Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length),
      frequency: (strongest * context.sampleRate) / analyser.fftSize,
      currentTime: audio.currentTime,
    };
  };
}

/** Measures the sound right now; null while nothing plays. */
export function hear(place: Page | Frame): Promise<Heard | null> {
  return place.evaluate(() => window.__hear());
}

/** A signal below this counts as silence; the quietest bars of the demo are ten times louder. */
export const SILENCE = 0.001;
