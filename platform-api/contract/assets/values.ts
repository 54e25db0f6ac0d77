import { type Package } from '../billing/prices.ts';

/** The kinds that are pictures: a member has one of each, and a new one replaces it (§9). */
export const PICTURE_KINDS = ['logo', 'dark_logo', 'background'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];
/** The kinds of file that a member can upload. */
export const ASSET_KINDS = [...PICTURE_KINDS, 'jingle', 'radio_id', 'commercial'] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];
/** The kinds that are audio. */
export type AudioKind = Exclude<AssetKind, PictureKind>;

/** The kinds that are logos: one for each ground. */
export const isLogoKind = (kind: AssetKind): kind is 'logo' | 'dark_logo' =>
  kind === 'logo' || kind === 'dark_logo';

/** Whether files of this kind are pictures. */
export const isPictureKind = (kind: AssetKind): kind is PictureKind =>
  PICTURE_KINDS.some((picture) => picture === kind);

/** The maximum number of files of a kind in a package. */
export function maxFiles(kind: AssetKind, { limits }: Pick<Package, 'limits'>): number {
  const most = {
    logo: 1,
    dark_logo: 1,
    background: 1,
    jingle: limits.jingles,
    radio_id: limits.radio_ids,
    commercial: limits.commercial_spots,
  };
  return most[kind];
}

/** A megabyte, as in the specification's 2MB. */
export const MEGABYTE = 1024 * 1024;

/** Limits of an audio file: size and duration in seconds. Its tags count with it; they are not kept. */
export const MAX_AUDIO_MEGABYTES = 20;
export const MAX_AUDIO_BYTES = MAX_AUDIO_MEGABYTES * MEGABYTE;
export const AUDIO_SECONDS = { min: 0.5, max: 15 * 60 } as const;

/** Bars in the waveform of a file. */
export const WAVEFORM_PEAKS = 120;

/** The maximum size of a logo (specification §5: 2MB). */
export const MAX_LOGO_MEGABYTES = 2;
export const MAX_LOGO_BYTES = MAX_LOGO_MEGABYTES * MEGABYTE;
/** Limits for decoding a logo, against decompression bombs: pixels per frame, frames, and pixels in total. */
export const MAX_LOGO_PIXELS = 16_000_000;
export const MAX_LOGO_FRAMES = 100;
export const MAX_LOGO_PIXELS_IN_ALL = 32_000_000;
/** Larger logos are scaled down to this width and height, in px. */
export const MAX_STORED_LOGO_PX = 1024;

/** The maximum size of a background picture: what phones take. */
export const MAX_BACKGROUND_MEGABYTES = 10;
export const MAX_BACKGROUND_BYTES = MAX_BACKGROUND_MEGABYTES * MEGABYTE;
/** Larger ones are scaled down to the width of a wall screen, in px. */
export const MAX_STORED_BACKGROUND_PX = 1920;

/** The maximum size of all files of a member together. */
export const MAX_MEMBER_MEGABYTES = 500;
export const MAX_MEMBER_BYTES = MAX_MEMBER_MEGABYTES * MEGABYTE;

/** A form's bytes besides its file: the fields, the parts' headers, and text before the first part. */
export const MAX_FORM_BYTES = 256 * 1024;

/** An upload that stays below this rate for this long is aborted. */
export const SLOWEST_UPLOAD = { bytes_per_second: 1_000, seconds: 15 } as const;

/** Files of a kind that admins can add for one customer. */
export const MAX_OPERATOR_FILES = 50;
/** The kinds that admins can add. Their pictures replace the customer’s own. */
export const OPERATOR_ASSET_KINDS = [
  'logo',
  'dark_logo',
  'background',
  'radio_id',
  'commercial',
] as const;
export type OperatorAssetKind = (typeof OPERATOR_ASSET_KINDS)[number];

/** Default page size of storage lists (specification §9). */
export const STORAGE_LIST_LIMIT = 100;
