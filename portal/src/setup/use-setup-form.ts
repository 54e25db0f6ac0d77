import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import type { PackageLimits } from '@stationhouse/platform-api/contract/billing/prices';
import type { Profile, RequestFailed } from '@stationhouse/sdk/client';
import { useEffect, useState } from 'react';
import { openClient } from '../api/client.ts';
import { describe, isRefusal, type FailureWords } from '../api/failures.ts';
import { forgetKeptStation } from '../api/kept-station.ts';
import { useSetMe } from '../api/queries.ts';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import {
  firstValues,
  forgetDraft,
  keepDraft,
  readDraft,
  setupRules,
  valuesFrom,
  type SetupValues,
} from './setup-rules.ts';

const MISSING: FailureWords = { ...ERRORS.missing_information, requestId: '' };

/** A refusal in the API's words; any other failure in the specification's (§8). */
const describeSubmission = (failure: RequestFailed) =>
  isRefusal(failure)
    ? describe(failure)
    : { title: 'Submission failed', detail: 'Please try again or contact support' };

const isSame = (one: SetupValues, other: SetupValues): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * The setup form. It starts with the draft, else with the profile, and saves a draft on every change.
 *
 * @param onSent called after submission, once the profile is updated
 */
export function useSetupForm(profile: Profile, limits: PackageLimits, onSent: () => void) {
  const setMe = useSetMe();
  const [known] = useState(() => firstValues(profile, limits));
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
      forgetKeptStation();
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
  const { subscribe, reset, formState } = form.fields;
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
    /** Whether the form started with a draft. */
    isDraft,
    /** Whether it was submitted from another tab or device since. */
    isOvertaken: !form.isBusy && profile.setup_form_submitted_at !== openedOver,
    startOver() {
      reset(known, { keepFieldsRef: true });
      setDraft(false);
    },
  };
}

export type SetupForm = ReturnType<typeof useSetupForm>['form'];
