import type { Mood } from '@stationhouse/platform-api/contract/setup/values';
import morningCounter from '../../../platform-api/audio/covers/01-morning-counter.jpg';
import linenHours from '../../../platform-api/audio/covers/02-linen-hours.jpg';
import windowSeat from '../../../platform-api/audio/covers/03-window-seat.jpg';
import secondWind from '../../../platform-api/audio/covers/04-second-wind.jpg';
import paperLanterns from '../../../platform-api/audio/covers/05-paper-lanterns.jpg';
import lightsHalfDown from '../../../platform-api/audio/covers/06-lights-half-down.jpg';
import bright from './sounds/bright.mp3';
import calm from './sounds/calm.mp3';
import cool from './sounds/cool.mp3';
import dreamy from './sounds/dreamy.mp3';
import driving from './sounds/driving.mp3';
import warm from './sounds/warm.mp3';

/** A few seconds of a track of the demo station. */
interface MoodSample {
  sound: string;
  cover: string;
  title: string;
  artist: string;
}

/** How each mood sounds and looks. */
export const MOOD_SAMPLES: Record<Mood, MoodSample> = {
  warm: {
    sound: warm,
    cover: morningCounter,
    title: 'Morning Counter',
    artist: 'Stationhouse Ensemble',
  },
  bright: { sound: bright, cover: windowSeat, title: 'Window Seat', artist: 'Corner Table Trio' },
  calm: { sound: calm, cover: linenHours, title: 'Linen Hours', artist: 'The Folding Room' },
  dreamy: {
    sound: dreamy,
    cover: paperLanterns,
    title: 'Paper Lanterns',
    artist: 'The Folding Room',
  },
  cool: {
    sound: cool,
    cover: lightsHalfDown,
    title: 'Lights Half Down',
    artist: 'Stationhouse Ensemble',
  },
  driving: { sound: driving, cover: secondWind, title: 'Second Wind', artist: 'Mezzanine North' },
};
