import type { Asset } from '@stationhouse/sdk/client';
import Trash from 'lucide-react/icons/trash-2';
import type { ReactElement } from 'react';
import { AlertDialog } from '../ui/AlertDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toast.ts';
import type { UploadTarget } from './upload-target.ts';

interface RemoveFileProps {
  asset: Asset;
  target: UploadTarget;
  /** A file name, or 'your logo'. */
  name: string;
  trigger?: ReactElement;
  onRemoved?: (() => void) | undefined;
  /** The element to focus afterwards: the trigger is removed with the file. */
  focusAfter: () => HTMLElement | null;
}

/** Removes a file after confirmation. */
export function RemoveFile(props: RemoveFileProps) {
  const { asset, target, name, trigger, onRemoved, focusAfter } = props;
  const remove = async () => {
    await target.remove(asset);
    onRemoved?.();
    toast({ title: 'File removed', description: asset.file_name, kind: 'good' });
  };
  return (
    <AlertDialog
      title={`Remove “${name}”?`}
      trigger={
        trigger ?? (
          <Button kind="quiet" aria-label={`Remove ${name}`} className="size-11 flex-none px-0!">
            <Trash aria-hidden="true" />
          </Button>
        )
      }
      action="Remove file"
      busyText="Removing..."
      failureText="Failed to remove the file."
      onConfirm={remove}
      focusAfter={focusAfter}
      danger
    >
      This cannot be undone. To use the file again, upload it again.
    </AlertDialog>
  );
}
