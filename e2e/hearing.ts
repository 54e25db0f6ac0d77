import type { Frame, Page } from '@playwright/test';

/** What a listener hears at one moment. */
export interface Heard {
  /** Seconds since the page began to load. */
  at: number;
  /** Root mean square of the signal, 0 to 1: silence is 0. */
  loudness: number;
  /** The strongest frequency, in Hz. */
  frequency: number;
  /** How much of the stream has been played, in seconds. */
  currentTime: number;
}

declare global {
  interface Window {
    /** Every audio element that the page's scripts made. */
    __audios: HTMLAudioElement[];
    __ear?: { context: AudioContext; analyser: AnalyserNode; audio: HTMLAudioElement };
    __hear: () => Heard | null;
  }
}

/**
 * Runs in the page: keeps hold of the audio elements that its scripts make.
 *
 * @param crossOrigin how they are told to ask for their sound
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
 * Gives a page an ear: decoded sound is taken from the player's own `<audio>`, as it leaves the element.
 * Must be called before the page is opened. For a page of another origin the element is told to ask for
 * the stream with CORS, without which a browser lets nobody listen in; nothing else is changed.
 */
export async function giveEar(page: Page, options: { crossOrigin: boolean }): Promise<void> {
  await page.addInitScript(keepAudio, options.crossOrigin ? 'anonymous' : undefined);
  await page.addInitScript(() => {
    window.__hear = () => {
      const audio = window.__audios.findLast((candidate) => candidate.currentSrc !== '');
      if (!audio || audio.readyState < 3) return null;
      if (window.__ear?.audio !== audio) {
        const context = window.__ear?.context ?? new AudioContext();
        const analyser = context.createAnalyser();
        analyser.fftSize = 8192;
        analyser.smoothingTimeConstant = 0;
        // captureStream is Chromium's; the DOM types do not know it.
        const media = audio as HTMLAudioElement & { captureStream(): MediaStream };
        context.createMediaStreamSource(media.captureStream()).connect(analyser);
        window.__ear = { context, analyser, audio };
      }
      const { context, analyser } = window.__ear;
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
  });
}

/** What is heard right now, or null while nothing plays. */
export function hear(place: Page | Frame): Promise<Heard | null> {
  return place.evaluate(() => window.__hear());
}

/** Below this a signal counts as silence; the quietest bars of the demo are ten times louder. */
export const SILENCE = 0.001;
