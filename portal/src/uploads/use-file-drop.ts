import { useDropzone, type Accept } from 'react-dropzone';
import type { Chosen } from './check-files.ts';

/** MP3, as file dialogs and drags know it; what a file really holds the API finds out. */
export const MP3_FILES: Accept = { 'audio/mpeg': ['.mp3'] };

/** Pictures that a logo may be (specification §5). */
export const PICTURE_FILES: Accept = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
};

/** A part of the page on which files can be dropped, and a button's way to the browser's file dialog. */
export function useFileDrop(accept: Accept, onChosen: (chosen: Chosen) => void) {
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept,
    // A real button opens the dialog; the rest of the place is only for dropping.
    noClick: true,
    noKeyboard: true,
    onDrop(fitting, rejections) {
      onChosen({ fitting, unfitting: rejections.map(({ file }) => file) });
    },
  });
  return {
    getRootProps,
    /** Never met but by its button. */
    inputProps: getInputProps({ style: { display: 'none' } }),
    isDragActive,
    open,
  };
}
