import type { Asset } from '@stationhouse/sdk/client';
import Trash from 'lucide-react/icons/trash-2';
import type { ReactElement } from 'react';
import { AlertDialog } from '../ui/AlertDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toast.ts';
import type { Shelf } from './upload-target.ts';

interface RemoveFileProps {
  asset: Asset;
  /** Where it lies. */
  shelf: Shelf;
  /** What it is called: a file's name, or 'your logo'. */
  name: string;
  trigger?: ReactElement;
  onRemoved: () => void;
}

/** The way to take a file away. That can't be undone, so it asks. */
export function RemoveFile({ asset, shelf, name, trigger, onRemoved }: RemoveFileProps) {
  const remove = async () => {
    await shelf.remove(asset);
    onRemoved();
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
      action="Remove File"
      busyText="Removing..."
      failureText="Failed to remove the file."
      onConfirm={remove}
      danger
    >
      It is deleted for good. To use it again you would have to upload it again.
    </AlertDialog>
  );
}
