import {
  MAX_AUDIO_MEGABYTES,
  MAX_LOGO_MEGABYTES,
  MAX_BACKGROUND_MEGABYTES,
  MAX_MEMBER_MEGABYTES,
  MAX_OPERATOR_FILES,
} from './values.ts';
import { type PackageName } from '../billing/prices.ts';

/** Errors of assets, in the order of their status. `errors.ts` says how they are written. */
export const ASSETS_ERRORS = {
  bad_multipart: {
    status: 400,
    title: 'Invalid upload',
    detail: 'The body must be multipart/form-data: first `kind`, then one `file`.',
  },
  commercials_not_in_package: {
    code: 'feature_not_in_package',
    status: 403,
    title: 'Feature not available',
    detail:
      'Commercial spots are not available in your Starter package. Please upgrade to Professional or Enterprise.',
  },
  /** Usually thrown with `tooManyFiles` as its detail. */
  too_many_files: {
    status: 409,
    title: 'Too many files',
    detail: 'Your package has no room for another file of this kind.',
  },
  logo_too_large: {
    code: 'file_too_large',
    status: 413,
    title: 'File too large',
    detail: `Logo must be under ${MAX_LOGO_MEGABYTES}MB`,
  },
  background_too_large: {
    code: 'file_too_large',
    status: 413,
    title: 'File too large',
    detail: `Background pictures must be under ${MAX_BACKGROUND_MEGABYTES}MB`,
  },
  file_too_large: {
    status: 413,
    title: 'File too large',
    detail: `MP3 files must be under ${MAX_AUDIO_MEGABYTES}MB and at most 15 minutes long`,
  },
  /** For a form that is larger than the largest file. */
  upload_too_large: {
    code: 'file_too_large',
    status: 413,
    title: 'File too large',
    detail: `MP3 files must be under ${MAX_AUDIO_MEGABYTES}MB, logos under ${MAX_LOGO_MEGABYTES}MB, background pictures under ${MAX_BACKGROUND_MEGABYTES}MB`,
  },
  quota_exceeded: {
    status: 413,
    title: 'Storage full',
    detail: `Your files can take up ${MAX_MEMBER_MEGABYTES}MB in total. Remove one that you no longer need and try again.`,
  },
  not_an_mp3: {
    code: 'unsupported_media_type',
    status: 415,
    title: 'Invalid files',
    detail: 'Only MP3 files are allowed',
  },
  not_a_picture: {
    code: 'unsupported_media_type',
    status: 415,
    title: 'Invalid file',
    detail: 'A picture must be a JPG, PNG or GIF image',
  },
  /** For calls that take a file. */
  form_expected: {
    code: 'unsupported_media_type',
    status: 415,
    title: 'Unsupported content type',
    detail: 'Send a form, with Content-Type: multipart/form-data.',
  },
  image_too_large: {
    status: 422,
    title: 'Image too large',
    detail: 'This image has too many pixels or frames. Make it smaller and try again.',
  },
  storage_unavailable: {
    status: 503,
    title: 'Files cannot be saved right now',
    detail: 'This is a problem on our side. Please try again in a moment.',
  },
  storage_full: {
    status: 507,
    title: 'The server’s disk is full',
    detail: 'Nothing that has arrived is lost. Make room on the server, then continue.',
  },
  storage_not_adopted: {
    status: 503,
    title: 'The storage belongs to another installation',
    detail:
      'The storage has another installation’s id, or files that the database does not know, so nothing is deleted ' +
      'from it. Check STORAGE_URL and DATABASE_URL, or run `stationhouse adopt-storage`.',
  },
} as const;

/** The detail of `too_many_files` (specification §5). */
export const tooManyFiles = (most: number, packageName: PackageName): string =>
  `Maximum ${most} files allowed for ${packageName} package`;

/** The detail of `too_many_files` for files that an admin uploads. */
export const TOO_MANY_OPERATOR_FILES =
  `A customer can have at most ${MAX_OPERATOR_FILES} files of each kind from an admin. ` +
  'Remove one that is no longer needed and try again.';
