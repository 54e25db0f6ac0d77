import type { Track } from './arrange.ts';
import { playPart, trackSeconds } from './arrange.ts';
import { brighten, fade, limit, pingPong, reverb, setLoudness, sway, tape } from './mix.ts';
import { seededRandom } from './random.ts';
import type { Stereo } from './signal.ts';
import { addTo, fromDecibels, sampleRate, silence } from './signal.ts';

/**
 * The loudness every track is brought to, in LUFS: quiet enough for talk over it, and within the
 * -16 to -18 that web radio and podcasts are levelled to, so that no listener reaches for a knob.
 */
export const stationLoudness = -17;

/** The highest peak, in dBFS: room for a decoder to overshoot what was encoded. */
export const stationCeiling = -3;

const silent = -120;

/** Plays a track's parts one by one into the dry signal, the room and the echoes; then the tape. */
export function record(track: Track): Stereo {
  const length = Math.round(trackSeconds(track) * sampleRate);
  const dry = silence(length);
  const room = silence(length);
  const echoes = silence(length);
  for (const [name, part] of Object.entries(track.parts)) {
    const sound = silence(length);
    const grain = seededRandom(`${track.slug} ${name} grain`);
    for (const note of playPart(track, name, part)) part.voice(sound, note, grain);
    if (part.sway) sway(sound, part.sway, 0.22);
    setLoudness(sound, part.level);
    addTo(dry, sound, 1);
    addTo(room, sound, fromDecibels(part.room ?? silent));
    addTo(echoes, sound, fromDecibels(part.echo ?? silent));
  }
  // Echoes of a dotted eighth fall between the beats, where they do not blur the tune.
  const repeats = pingPong(echoes, (0.75 * 60) / track.beatsPerMinute, 0.42);
  addTo(dry, repeats, 1);
  addTo(room, repeats, fromDecibels(-8));
  addTo(dry, reverb(room, track.roomSeconds), 1);
  // The voices are dark alone; a lift here keeps them clear through a shop's ceiling speakers.
  brighten(dry, 4.5);
  tape(dry, track.drive);
  fade(dry, 0.03, 3);
  setLoudness(dry, stationLoudness);
  limit(dry, stationCeiling);
  return dry;
}
