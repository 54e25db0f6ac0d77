import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import type { PackageLimits } from '@stationhouse/platform-api/contract/limits';
import type { Profile, RequestFailed } from '@stationhouse/sdk/client';
import { useEffect, useState } from 'react';
import { openClient } from '../api/client.ts';
import { describe, isRefusal, type FailureWords } from '../api/failures.ts';
import { useSetMe } from '../api/queries.ts';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import {
  forgetDraft,
  keepDraft,
  readDraft,
  setupRules,
  valuesFrom,
  type SetupValues,
} from './setup-rules.ts';

const MISSING: FailureWords = { ...ERRORS.missing_information, requestId: '' };

/** A refusal says what to do; any other failure is worded by the specification (§8). */
const describeSubmission = (failure: RequestFailed) =>
  isRefusal(failure)
    ? describe(failure)
    : { title: 'Submission failed', detail: 'Please try again or contact support' };

const isSame = (one: SetupValues, other: SetupValues): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * The setup form. It begins with what was typed and not submitted, else with what is known, and keeps what
 * is typed at every letter.
 *
 * @param onSent it was submitted, and the page knows of it
 */
export function useSetupForm(profile: Profile, limits: PackageLimits, onSent: () => void) {
  const setMe = useSetMe();
  const [known] = useState(() => valuesFrom(profile, limits));
  const [draft] = useState(() => readDraft(profile));
  const [isDraft, setDraft] = useState(draft !== undefined);
  const [openedOver] = useState(profile.setup_form_submitted_at);
  const form = useApiForm({
    schema: setupRules,
    defaultValues: draft ? valuesFrom(draft, limits) : known,
    async send(setup) {
      const { me } = await openClient();
      const submitted = await me.setup.submit(setup);
      forgetDraft();
      await setMe({ profile: submitted });
      toast({
        title: 'Setup information submitted!',
        description: 'Thank you! Our team will review your information and set up your station.',
        kind: 'good',
      });
      onSent();
    },
    describe: describeSubmission,
  });
  const { subscribe, reset, setFocus, formState } = form.fields;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback({ values }) {
          const typed = { ...known, ...values };
          if (isSame(typed, known)) forgetDraft();
          else keepDraft(profile, typed);
        },
      }),
    [subscribe, profile, known],
  );
  const isNameMissing = formState.errors.station_name_request?.type === 'too_small';

  return {
    form,
    notice: isNameMissing ? MISSING : form.notice,
    /** What the form began with was typed here before. */
    isDraft,
    /** Another submission has come meanwhile, from another tab or device. */
    isOvertaken: !form.isBusy && profile.setup_form_submitted_at !== openedOver,
    startOver() {
      // Without the references there would be nothing to focus until it is drawn again.
      reset(known, { keepFieldsRef: true });
      setDraft(false);
      setFocus('station_name_request');
    },
  };
}

export type SetupForm = ReturnType<typeof useSetupForm>['form'];
