import { useDropzone, type Accept } from 'react-dropzone';
import type { Chosen } from './check-files.ts';

/** MP3 by type and extension. The API checks the content. */
export const MP3_FILES: Accept = { 'audio/mpeg': ['.mp3'] };

/** The formats of a picture (specification §5). */
export const PICTURE_FILES: Accept = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
};

/** A drop zone, and the browser's file dialog for a button. */
export function useFileDrop(accept: Accept, onChosen: (chosen: Chosen) => void) {
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept,
    // A button opens the dialog; the rest is only for dropping.
    noClick: true,
    noKeyboard: true,
    onDrop(fitting, rejections) {
      onChosen({ fitting, unfitting: rejections.map(({ file }) => file) });
    },
  });
  return {
    getRootProps,
    inputProps: getInputProps({ style: { display: 'none' } }),
    isDragActive,
    open,
  };
}
