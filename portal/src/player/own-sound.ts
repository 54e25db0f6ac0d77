import { takeOver } from './use-sample.ts';

/** What is heard. `blocked`: the browser wants a press first. `failed`: the music could not be loaded. */
export type SoundState = 'starting' | 'playing' | 'stopped' | 'blocked' | 'failed';

/** The music fades in, in s. */
const FADE_IN = 1.5;
/** The voice comes so long after the beginning, in ms, and after this much music, in s. */
const VOICE_AT_MS = 6_000;
const LEAST_MUSIC = 2;
/** Below the voice the music has this share of its level; it gets there and back in these times, in s. */
const DUCKED = 0.22;
const DUCK_IN = 0.35;
const DUCK_OUT = 0.9;

/** The level of speech: root mean square, and the highest peak. Voices differ, the music does not. */
const SPEECH_LEVEL = 0.16;
const SPEECH_PEAK = 0.9;

/** The factor that brings speech to its level. */
function gainFor(speech: AudioBuffer): number {
  const samples = speech.getChannelData(0);
  let [sum, peak] = [0, 0.001];
  for (const sample of samples) {
    sum += sample * sample;
    peak = Math.max(peak, Math.abs(sample));
  }
  const level = Math.sqrt(sum / samples.length) || SPEECH_LEVEL;
  return Math.min(SPEECH_LEVEL / level, SPEECH_PEAK / peak);
}

/**
 * Music that is repeated, and a voice over it. Levels are set by Web Audio, as phones ignore an element's volume.
 * @param onState called with each change
 */
export function createOwnSound(onState: (state: SoundState) => void) {
  const context = new AudioContext();
  // An element of the document, so that tests can listen to it.
  const audio = document.createElement('audio');
  audio.loop = true;
  const [music, out] = [context.createGain(), context.createGain()];
  context.createMediaElementSource(audio).connect(music);
  music.connect(out).connect(context.destination);
  let voice: AudioBufferSourceNode | undefined;
  let isClosed = false;
  const openedAt = performance.now();
  const tell = (state: SoundState) => {
    if (!isClosed) onState(state);
  };
  audio.addEventListener('playing', () => tell('playing'));
  audio.addEventListener('error', () => tell('failed'));

  function glide(to: number, seconds: number): void {
    const now = context.currentTime;
    music.gain.cancelScheduledValues(now);
    music.gain.setValueAtTime(music.gain.value, now);
    music.gain.linearRampToValueAtTime(to, now + seconds);
  }

  function stop(): void {
    audio.pause();
    voice?.stop();
    tell('stopped');
  }

  return {
    /** Plays from the start, or on after a stop. */
    async play(url: string): Promise<void> {
      takeOver(stop);
      tell('starting');
      if (audio.getAttribute('src') !== url) audio.src = url;
      music.gain.value = 0;
      glide(1, FADE_IN);
      try {
        void context.resume();
        await audio.play();
      } catch (error) {
        const isBlocked = error instanceof DOMException && error.name === 'NotAllowedError';
        // Otherwise it was stopped before its first sound.
        if (isBlocked) tell('blocked');
        else if (audio.error) tell('failed');
      }
    },
    stop,
    mute(isMuted: boolean): void {
      out.gain.value = isMuted ? 0 : 1;
    },
    /** Waits for the moment of the voice, while the music plays. */
    untilVoice: (): Promise<void> =>
      new Promise((resolve) => {
        const look = () => {
          const isDue = performance.now() - openedAt >= VOICE_AT_MS;
          if (!isDue || audio.paused || audio.currentTime < LEAST_MUSIC) return;
          audio.removeEventListener('timeupdate', look);
          resolve();
        };
        audio.addEventListener('timeupdate', look);
        look();
      }),
    /** Says something over the music. @returns once it is said @throws when the browser can't decode it */
    async say(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
      void context.resume();
      // Decoding takes the bytes away.
      const speech = await context.decodeAudioData(bytes.slice().buffer);
      voice?.stop();
      const source = context.createBufferSource();
      const level = context.createGain();
      level.gain.value = gainFor(speech);
      source.buffer = speech;
      source.connect(level).connect(out);
      glide(DUCKED, DUCK_IN);
      voice = source;
      await new Promise<void>((resolve) => {
        source.addEventListener('ended', () => resolve());
        source.start(context.currentTime + DUCK_IN);
      });
      if (voice === source) glide(1, DUCK_OUT);
    },
    close(): void {
      stop();
      isClosed = true;
      audio.removeAttribute('src');
      void context.close();
    },
  };
}

export type OwnSound = ReturnType<typeof createOwnSound>;
