import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import { MAX_AUDIO_BYTES, MAX_LOGO_BYTES } from '@stationhouse/platform-api/contract/limits';

/** Why files were not taken, in the API's own words, and which. */
export interface Refusal {
  title: string;
  detail: string;
  names: readonly string[];
}

export interface Checked {
  taken: readonly File[];
  refusals: readonly Refusal[];
}

/** What somebody has chosen or dropped: files of the kind that was asked for, and others. */
export interface Chosen {
  fitting: readonly File[];
  unfitting: readonly File[];
}

/** How many files of a kind there may be. */
export interface Limit {
  most: number;
  /** What is said of one more. */
  tooMany: string;
}

/** How many more fit. */
export interface Room extends Limit {
  left: number;
}

function refusal({ title, detail }: { title: string; detail: string }, files: readonly File[]) {
  return { title, detail, names: files.map(({ name }) => name) };
}

const isNeeded = ({ names }: Refusal) => names.length > 0;

/** More than there may be. */
export const noRoom = ({ tooMany }: Limit, files: readonly File[] = []): Refusal =>
  refusal({ title: ERRORS.too_many_files.title, detail: tooMany }, files);

/** Says before anything is sent what the API would refuse, as far as a page can know (specification §5). */
export function checkAudio({ fitting, unfitting }: Chosen, room: Room): Checked {
  const light = fitting.filter(({ size }) => size <= MAX_AUDIO_BYTES);
  const heavy = fitting.filter(({ size }) => size > MAX_AUDIO_BYTES);
  return {
    taken: light.slice(0, room.left),
    refusals: [
      refusal(ERRORS.not_an_mp3, unfitting),
      refusal(ERRORS.file_too_large, heavy),
      noRoom(room, light.slice(room.left)),
    ].filter(isNeeded),
  };
}

/** The same for a logo. Of several the first that fits is taken: there is room for one. */
export function checkLogo({ fitting, unfitting }: Chosen): Checked {
  const light = fitting.filter(({ size }) => size <= MAX_LOGO_BYTES);
  const heavy = fitting.filter(({ size }) => size > MAX_LOGO_BYTES);
  return {
    taken: light.slice(0, 1),
    refusals: [
      refusal(ERRORS.not_a_picture, unfitting),
      refusal(ERRORS.logo_too_large, heavy),
    ].filter(isNeeded),
  };
}
