/** Letters of scripts that are written in squares, each about as wide as two others. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g;

/** How wide a text is, in letters of Latin width. Names and titles are set smaller from some numbers on. */
export const lettersOf = (text: string): number =>
  [...text].length + (text.match(WIDE)?.length ?? 0);
