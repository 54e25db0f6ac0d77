import { useMutation } from '@tanstack/react-query';
import { Button } from './Button.tsx';
import { saveFile } from './save-file.ts';
import { toastFailure } from './toast-failure.ts';

interface ExportButtonProps {
  /** The file's name. */
  name: string;
  load: () => Promise<Blob>;
  failure: string;
  /** The button's words. */
  children?: string;
}

/** Saves a list as a CSV file. */
export function ExportButton({
  name,
  load,
  failure,
  children = 'Export as CSV',
}: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: load,
    onSuccess: (file) => saveFile(name, file),
    onError: toastFailure(failure),
  });
  return (
    <Button
      kind="secondary"
      size="small"
      busy={isPending}
      busyText="Exporting..."
      onClick={() => mutate()}
    >
      {children}
    </Button>
  );
}
