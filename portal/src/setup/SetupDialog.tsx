import { packageNamed } from '@stationhouse/platform-api/contract/prices';
import type { Profile, Station } from '@stationhouse/sdk/client';
import { useId } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, FormNotice } from '../ui/Form.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SetupFields } from './SetupFields.tsx';
import { useSetupForm } from './use-setup-form.ts';

interface SetupDialogProps {
  station: Station;
  profile: Profile;
  isOpen: boolean;
  onClose: () => void;
}

/** The setup form in a dialog (specification §2, Station setup form). Closing it keeps the draft. */
export function SetupDialog({ station, profile, isOpen, onClose }: SetupDialogProps) {
  const id = useId();
  const { limits } = packageNamed(station.package_name);
  const { form, notice, isDraft, isOvertaken, startOver } = useSetupForm(profile, limits, onClose);
  return (
    <Dialog
      title="Set up your station"
      description="Your draft is saved in this browser until you submit it."
      wide
      open={isOpen}
      onOpenChange={(next) => {
        // Stays open until the outcome is known, since it is shown here.
        if (!next && !form.isBusy) onClose();
      }}
      footer={
        <div className="flex w-full flex-col gap-3">
          <FormNotice notice={notice} />
          {/* One row on phones too, to leave height for the fields. */}
          <div className="grid grid-cols-2 gap-3 sm:flex sm:justify-end [&>button]:px-3 sm:[&>button]:px-5">
            <Button
              kind="secondary"
              onClick={() => {
                if (!form.isBusy) onClose();
              }}
            >
              Finish later
            </Button>
            <Button type="submit" form={id} busy={form.isBusy} busyText="Submitting...">
              Submit setup
            </Button>
          </div>
        </div>
      }
    >
      <Form form={form} id={id} className="gap-8">
        {isOpen && isOvertaken ? (
          <Notice
            kind="neutral"
            title="This form was submitted in another tab or on another device"
          >
            Submitting here replaces that submission.
          </Notice>
        ) : null}
        {isDraft ? <DraftNote onStartOver={startOver} /> : null}
        <SetupFields form={form} packageName={station.package_name} limits={limits} />
      </Form>
    </Dialog>
  );
}

function DraftNote({ onStartOver }: { onStartOver: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 rounded-card bg-sunken py-1 ps-4 pe-1">
      <p role="status" className="text-small text-muted">
        Your draft has been restored
      </p>
      <Button kind="quiet" size="small" onClick={onStartOver}>
        Start over
      </Button>
    </div>
  );
}
