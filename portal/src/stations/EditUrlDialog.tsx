import type { Station } from '@stationhouse/sdk/client';
import Pencil from 'lucide-react/icons/pencil';
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EditUrlForm } from './EditUrlForm.tsx';
import { useSlugChange } from './use-slug-change.ts';

/** The button that gives the station another address, and its dialog. */
export function EditUrlDialog({ station }: { station: Station }) {
  const [isOpen, setOpen] = useState(false);
  const { mutateAsync, isPending } = useSlugChange();
  return (
    <Dialog
      title="Edit URL"
      description="Your old address leads to the new one until someone else takes it."
      trigger={
        <Button kind="secondary" size="small">
          <Pencil aria-hidden="true" />
          Edit URL
        </Button>
      }
      open={isOpen}
      onOpenChange={(next) => {
        // What comes of a change under way is said here, so it stays until that is known.
        if (!isPending) setOpen(next);
      }}
    >
      <EditUrlForm
        station={station}
        send={async (slug) => {
          await mutateAsync(slug);
          setOpen(false);
        }}
      />
    </Dialog>
  );
}
