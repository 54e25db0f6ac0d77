import { useEffect, useRef, useState } from 'react';
import { openClient } from '../api/client.ts';
import { describe } from '../api/failures.ts';
import type { KeptStation } from '../api/kept-station.ts';
import { createOwnSound, type OwnSound, type SoundState } from '../player/own-sound.ts';

const music = import.meta.glob<string>('../../samples/music-*.mp3', {
  query: '?url',
  import: 'default',
  eager: true,
});

/**
 * The name between the songs. `draft`: no finished voice is configured here, so the visitor decides whether to hear
 * a draft of it. `silent`: only the music plays, for the reason in the message.
 */
export type VoiceState =
  | { status: 'coming' }
  | { status: 'draft' }
  | { status: 'speaking' | 'spoken'; text: string; isDraft: boolean }
  | { status: 'silent'; message: string };

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** The sound of a visitor's station: the music of its industry, and its name. It begins at once. */
export function useOwnStation({ name, industry }: KeptStation) {
  const [state, setState] = useState<SoundState>('starting');
  const [voice, setVoice] = useState<VoiceState>({ status: 'coming' });
  const [isMuted, setMuted] = useState(false);
  const sound = useRef<OwnSound>(undefined);
  const url = music[`../../samples/music-${industry}.mp3`] ?? '';

  /** Has the name spoken, and says it when the music has begun, or now. */
  async function speak(to: OwnSound, options: { draft: boolean; isNow: boolean }): Promise<void> {
    const isLeft = () => sound.current !== to;
    setVoice({ status: 'coming' });
    try {
      const { spokenNames } = await openClient();
      const { draft } = options;
      const { audio, text, is_draft: isDraft } = await spokenNames.speak({ name, draft });
      if (isLeft()) return;
      if (audio === null) {
        const message = 'There is no voice here at the moment. The music plays without it.';
        return setVoice(draft ? { status: 'silent', message } : { status: 'draft' });
      }
      if (!options.isNow) await to.untilVoice();
      if (isLeft()) return;
      setVoice({ status: 'speaking', text, isDraft });
      await to.say(bytesOf(audio));
      if (!isLeft()) setVoice({ status: 'spoken', text, isDraft });
    } catch (failure) {
      // The music matters more than the voice.
      if (!isLeft()) setVoice({ status: 'silent', message: describe(failure).detail });
    }
  }

  useEffect(() => {
    const opened = createOwnSound(setState);
    sound.current = opened;
    void opened.play(url);
    void speak(opened, { draft: false, isNow: false });
    return () => {
      sound.current = undefined;
      opened.close();
    };
    // A new name or industry is a new card.
    // oxlint-disable-next-line react/exhaustive-deps -- each card is mounted anew and starts its sound once; `speak` is another function in each render
  }, []);

  const isOn = state === 'playing' || state === 'starting';
  return {
    state,
    isOn,
    voice,
    isMuted,
    toggle(): void {
      if (isOn) sound.current?.stop();
      else void sound.current?.play(url);
    },
    toggleMute(): void {
      sound.current?.mute(!isMuted);
      setMuted(!isMuted);
    },
    /** Says the name now: again, or for the first time by a draft voice. */
    speakNow(): void {
      if (sound.current) void speak(sound.current, { draft: true, isNow: true });
    },
  };
}

export type OwnStationSound = ReturnType<typeof useOwnStation>;
