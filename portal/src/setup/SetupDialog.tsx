import { packageNamed } from '@stationhouse/platform-api/contract/billing/prices';
import type { Profile, Station } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import { useId, useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, FormNotice } from '../ui/Form.tsx';
import { LogoColours } from '../ui/LogoColours.tsx';
import { Notice } from '../ui/Notice.tsx';
import { MusicStep } from './MusicStep.tsx';
import { AnnouncementsStep, VoiceStep } from './SetupFields.tsx';
import { StationPeek, StationPreview } from './StationPreview.tsx';
import { useAccent } from './use-accent.ts';
import { useKeptLogo } from './use-kept-logo.ts';
import { useSetupForm } from './use-setup-form.ts';
import { STEPS, useSteps, type Step } from './use-steps.ts';

/** Accents to choose from without a logo: of a café, a shop by the sea, a garden, a salon, a bar, a bakery, a gym. */
const COLOURS = ['#8f3420', '#1f6f8b', '#2f6b45', '#a3446a', '#22335c', '#d9a13b', '#1a1a1a'];

interface SetupDialogProps {
  station: Station;
  profile: Profile;
  isOpen: boolean;
  onClose: () => void;
}

/** The setup form in a dialog (specification §2, Station setup form), in three steps. Closing it keeps the draft. */
export function SetupDialog({ station, profile, isOpen, onClose }: SetupDialogProps) {
  const id = useId();
  const { package_name: packageName } = station;
  const { limits } = packageNamed(packageName);
  const { accent, choose, keep } = useAccent(station, profile);
  const { form, notice, isDraft, isOvertaken, startOver } = useSetupForm(profile, limits, () => {
    keep();
    onClose();
  });
  useKeptLogo(profile);
  const { step, next, faulty, show } = useSteps(form);
  const content = useRef<HTMLDivElement>(null);
  const go = (to: Step) => {
    flushSync(() => show(to));
    // Each step begins at its top, wherever the one before was scrolled to.
    content.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
    content.current
      ?.querySelector<HTMLElement>(`[data-step="${to}"]`)
      ?.focus({ preventScroll: true });
  };
  // A setup that was submitted before can be submitted again from every step.
  const canSubmit = next === undefined || profile.setup_form_submitted;
  const fields = { form, packageName, limits };
  const preview = { form, profile, look: { ...station, accent_colour: accent } };
  const contents: Record<Step, ReactNode> = {
    music: <MusicStep form={form} />,
    voice: (
      <VoiceStep
        {...fields}
        colours={
          <LogoColours
            logo={profile.station_logo_url}
            value={accent}
            label="We found your colours"
            instead={{ label: 'Choose your colour', colours: COLOURS }}
            hint="Your page, your screens and your players wear the one that is marked."
            onUse={choose}
          />
        }
      />
    ),
    announcements: <AnnouncementsStep {...fields} />,
  };
  return (
    <Dialog
      title="Set up your station"
      description="Your draft is saved in this browser."
      wide
      tall
      open={isOpen}
      onOpenChange={(isWanted) => {
        // Stays open until the outcome is known, since it is shown here.
        if (!isWanted && !form.isBusy) onClose();
      }}
      bar={<StepBar step={step} faulty={faulty} onGo={go} />}
      aside={{
        label: 'Preview',
        peek: <StationPeek {...preview} />,
        content: <StationPreview {...preview} />,
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
            {canSubmit ? (
              <Button
                // A button of its own, so that the press of `Continue` submits nothing.
                key="submit"
                type="submit"
                form={id}
                busy={form.isBusy}
                busyText="Submitting..."
              >
                Submit setup
              </Button>
            ) : (
              <Button key="continue" onClick={() => go(next)}>
                Continue
              </Button>
            )}
          </div>
        </div>
      }
    >
      <div ref={content}>
        <Form form={form} id={id} className="gap-8">
          {isOpen && isOvertaken ? (
            <Notice
              kind="neutral"
              title="This form was submitted in another tab or on another device"
            >
              Submitting here replaces that submission.
            </Notice>
          ) : null}
          {isDraft ? (
            <DraftNote
              onStartOver={() => {
                startOver();
                go(step);
              }}
            />
          ) : null}
          {STEPS.map(({ id: each, title }) => (
            // All steps stay in the page, so that nothing typed is lost and every fault has its field.
            <div
              key={each}
              data-step={each}
              role="group"
              aria-label={title}
              tabIndex={-1}
              hidden={each !== step}
              className={clsx('flex-col gap-8 outline-none', each === step ? 'flex' : 'hidden')}
            >
              {contents[each]}
            </div>
          ))}
        </Form>
      </div>
    </Dialog>
  );
}

interface StepBarProps {
  step: Step;
  /** Steps with a fault that was found on submission. */
  faulty: ReadonlySet<Step>;
  onGo: (step: Step) => void;
}

function StepBar({ step, faulty, onGo }: StepBarProps) {
  return (
    <nav aria-label="Steps" className="border-b border-line px-2 sm:px-3">
      <ol className="grid grid-cols-3 sm:flex">
        {STEPS.map(({ id, title }, n) => {
          const isCurrent = id === step;
          return (
            <li key={id} className="min-w-0">
              <button
                type="button"
                aria-current={isCurrent ? 'step' : undefined}
                onClick={() => onGo(id)}
                className={clsx(
                  'flex min-h-12 w-full cursor-pointer flex-col items-center justify-center gap-0.5 border-b-3 sm:flex-row sm:gap-2 px-0.5 py-1.5 text-[0.8125rem] leading-4 sm:px-4 sm:text-small',
                  isCurrent
                    ? 'border-primary font-semibold text-ink'
                    : 'border-transparent text-muted hover:text-ink',
                )}
              >
                <span
                  aria-hidden="true"
                  className={clsx(
                    'tabular grid size-4.5 flex-none place-items-center rounded-full text-xs sm:size-6 sm:text-small',
                    isCurrent ? 'bg-primary text-on-primary' : 'bg-sunken text-muted',
                  )}
                >
                  {n + 1}
                </span>
                <span className="min-w-0 wrap-anywhere">{title}</span>
                {faulty.has(id) ? (
                  <span className="size-2 flex-none rounded-full bg-bad">
                    <span className="sr-only">, something is missing</span>
                  </span>
                ) : null}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
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
