import { clsx } from 'clsx';
import FileCheck from 'lucide-react/icons/file-check';
import { useDropzone } from 'react-dropzone';
import { Button } from '../ui/Button.tsx';

interface CheckFileProps {
  onChosen: (file: File) => void;
  busy: boolean;
}

/** A drop zone, and a button for the browser's file dialog. */
export function CheckFile({ onChosen, busy }: CheckFileProps) {
  // Any name and type: mail programs change both.
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDrop: ([file]) => file && onChosen(file),
  });
  return (
    <div
      {...getRootProps({
        className: clsx(
          'flex flex-col items-center gap-4 rounded-card border border-dashed px-4 py-8 text-center sm:py-10',
          isDragActive ? 'border-focus bg-primary/10' : 'border-edge bg-sunken',
        ),
      })}
    >
      <p className="hidden font-heading text-title font-bold pointer-fine:block">
        Drop the file of a proof here
      </p>
      <input {...getInputProps({ style: { display: 'none' } })} />
      <Button busy={busy} busyText="Checking..." onClick={open}>
        <FileCheck aria-hidden="true" />
        Choose a file
      </Button>
      <p className="max-w-[34em] text-small text-balance text-muted">
        Its name ends in .jws. This browser checks it, and does not send it anywhere.
      </p>
    </div>
  );
}
