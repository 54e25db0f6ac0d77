import type { Profile, Station } from '@stationhouse/sdk/client';
import CircleCheck from 'lucide-react/icons/circle-check';
import { lazy, Suspense } from 'react';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { formatDate } from '../ui/dates.ts';
import { Notice } from '../ui/Notice.tsx';
import { LogoField } from '../uploads/LogoField.tsx';
import { OperatorFiles } from './OperatorFiles.tsx';
import { STATION_MANAGEMENT } from './SetupPrompt.tsx';
import { useSetupDialog } from './use-setup-dialog.ts';

/** Loaded only when the form is opened. */
const loadDialog = () => import('./SetupDialog.tsx');
const SetupDialog = lazy(async () => ({ default: (await loadDialog()).SetupDialog }));

interface StationManagementProps {
  station: Station;
  profile: Profile;
}

/** The setup, its form, and the operator's files. */
export function StationManagement({ station, profile }: StationManagementProps) {
  const { setup_form_submitted: isSubmitted, setup_form_submitted_at: submittedAt } = profile;
  const { isOpen, openings, isLoading, hasFailed, open, close } = useSetupDialog(loadDialog);
  return (
    <Card id={STATION_MANAGEMENT} title="Station management">
      {/* The same button before and after, so that a closed form restores the focus to it. */}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="max-w-measure min-w-0">
          {isSubmitted ? (
            <>
              <p className="flex items-center gap-2 font-semibold">
                <CircleCheck aria-hidden="true" className="size-5 flex-none text-good" />
                Setup Information Submitted
              </p>
              {submittedAt === null ? null : (
                <p className="mt-1 text-small text-muted">Submitted on {formatDate(submittedAt)}</p>
              )}
            </>
          ) : (
            <>
              <p className="font-semibold">Tell us what your station should be</p>
              <p className="mt-1 text-muted">
                Its name, its voice, and what is said between the songs. It takes about ten minutes,
                and you can stop and continue at any time.
              </p>
            </>
          )}
        </div>
        <Button
          kind={isSubmitted ? 'secondary' : 'primary'}
          aria-haspopup="dialog"
          busy={isLoading}
          onClick={() => void open()}
        >
          {isSubmitted ? (
            <>
              Edit<span className="sr-only"> setup information</span>
            </>
          ) : (
            'Open setup form'
          )}
        </Button>
      </div>
      <div role="alert" className="empty:hidden">
        {hasFailed ? (
          <Notice kind="bad" title="The form could not be opened">
            Check your connection and try again.
          </Notice>
        ) : null}
      </div>
      {isSubmitted ? <LogoField /> : null}
      <OperatorFiles title="Radio IDs from our team" addresses={station.admin_uploaded_ids} />
      <OperatorFiles
        title="Commercial spots from our team"
        addresses={station.admin_uploaded_commercials}
      />
      {openings > 0 ? (
        <Suspense fallback={null}>
          <SetupDialog
            key={openings}
            station={station}
            profile={profile}
            isOpen={isOpen}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </Card>
  );
}
