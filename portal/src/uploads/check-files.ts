import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import {
  MAX_AUDIO_BYTES,
  MAX_BACKGROUND_BYTES,
  MAX_LOGO_BYTES,
  type PictureKind,
} from '@stationhouse/platform-api/contract/assets/values';

/** The reason for refusing files, in the API's words, and their names. */
export interface Refusal {
  title: string;
  detail: string;
  names: readonly string[];
  /** The names of the files that were taken from the same choice. */
  taken?: readonly string[];
}

export interface Checked {
  taken: readonly File[];
  refusals: readonly Refusal[];
}

/** The chosen or dropped files: those of an accepted type, and others. */
export interface Chosen {
  fitting: readonly File[];
  unfitting: readonly File[];
}

/** The limit of files of a kind. */
export interface Limit {
  most: number;
  /** The message for one more. */
  tooMany: string;
}

/** The limit, and how many more files fit. */
export interface Room extends Limit {
  left: number;
}

function refusal({ title, detail }: { title: string; detail: string }, files: readonly File[]) {
  return { title, detail, names: files.map(({ name }) => name) };
}

const isNeeded = ({ names }: Refusal) => names.length > 0;

/** The refusal of files beyond the limit. */
export const noRoom = (
  { tooMany }: Limit,
  files: readonly File[] = [],
  taken: readonly File[] = [],
): Refusal => ({
  ...refusal({ title: ERRORS.too_many_files.title, detail: tooMany }, files),
  taken: taken.map(({ name }) => name),
});

/** Refuses before sending what the API would refuse (specification §5). */
export function checkAudio({ fitting, unfitting }: Chosen, room: Room): Checked {
  const light = fitting.filter(({ size }) => size <= MAX_AUDIO_BYTES);
  const heavy = fitting.filter(({ size }) => size > MAX_AUDIO_BYTES);
  const taken = light.slice(0, room.left);
  return {
    taken,
    refusals: [
      refusal(ERRORS.not_an_mp3, unfitting),
      refusal(ERRORS.file_too_large, heavy),
      noRoom(room, light.slice(room.left), taken),
    ].filter(isNeeded),
  };
}

const PICTURES = {
  logo: { bytes: MAX_LOGO_BYTES, tooLarge: ERRORS.logo_too_large },
  dark_logo: { bytes: MAX_LOGO_BYTES, tooLarge: ERRORS.logo_too_large },
  background: { bytes: MAX_BACKGROUND_BYTES, tooLarge: ERRORS.background_too_large },
} as const;

/** The same for a picture. Takes the first valid one. */
export function checkPicture(kind: PictureKind, { fitting, unfitting }: Chosen): Checked {
  const { bytes, tooLarge } = PICTURES[kind];
  const light = fitting.filter(({ size }) => size <= bytes);
  const heavy = fitting.filter(({ size }) => size > bytes);
  return {
    taken: light.slice(0, 1),
    refusals: [refusal(ERRORS.not_a_picture, unfitting), refusal(tooLarge, heavy)].filter(isNeeded),
  };
}
