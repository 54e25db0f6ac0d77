import {
  ANNOUNCEMENT_FREQUENCY,
  MIN_COMMERCIAL_SPOTS_PER_BREAK,
  RADIO_ID_FREQUENCY,
} from '@stationhouse/platform-api/contract/setup/values';
import { MAX_LINE_LENGTH } from '@stationhouse/platform-api/contract/values';
import { PACKAGES, type PackageLimits } from '@stationhouse/platform-api/contract/billing/prices';
import type { Station } from '@stationhouse/sdk/client';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { business } from '../api/business.ts';
import { CHANGE_PACKAGE_PATH } from '../api/member-paths.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { FormField, FormPart } from '../ui/Form.tsx';
import { NumberInput } from '../ui/NumberInput.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { LogoField } from '../uploads/LogoField.tsx';
import { UploadCard } from '../uploads/UploadCard.tsx';
import { RadioIdTexts } from './RadioIdTexts.tsx';
import type { SetupForm } from './use-setup-form.ts';
import { VoiceChoice } from './VoiceChoice.tsx';

const MINUTES = { one: 'minute', many: 'minutes' };
const SPOTS = { one: 'spot', many: 'spots' };

const PACKAGES_WITH_SPOTS = new Intl.ListFormat('en-GB').format(
  PACKAGES.filter((each) => each.limits.commercial_spots > 0).map(({ name }) => name),
);

interface SetupFieldsProps {
  form: SetupForm;
  packageName: Station['package_name'];
  limits: PackageLimits;
}

/** Name, logo, voice and radio IDs (specification §5), with the uploads, which are saved at once. */
export function VoiceStep({
  form,
  packageName,
  limits,
  colours,
}: SetupFieldsProps & { /** Right after the logo. */ colours: ReactNode }) {
  return (
    <>
      <FormPart title="Your station">
        <FormField form={form} name="station_name_request" label="Station name" required>
          {(field) => (
            <TextInput
              {...field}
              autoComplete="off"
              maxLength={MAX_LINE_LENGTH}
              placeholder="Harbour Café Radio"
            />
          )}
        </FormField>
        <LogoField />
        {colours}
        <Controller
          control={form.control}
          name="voice_preference"
          render={({ field: { value, onChange } }) => (
            <VoiceChoice value={value} onChange={onChange} />
          )}
        />
      </FormPart>
      <FormPart
        title="Radio IDs and jingles"
        lead="Short lines between the songs that say who is playing. Write what our speakers should say, or upload your own."
      >
        <RadioIdTexts form={form} most={limits.radio_ids} />
        <FrequencyField
          form={form}
          name="radio_id_frequency"
          question="How often should your name be heard?"
          label="Radio ID frequency"
          bounds={RADIO_ID_FREQUENCY}
        />
        <UploadCard kind="radio_id" packageName={packageName} />
        <UploadCard kind="jingle" packageName={packageName} />
      </FormPart>
      <FormPart title="The first air">
        <Controller
          control={form.control}
          name="hears_first"
          render={({ field: { value, onChange, ...field } }) => (
            <Checkbox
              {...field}
              label="Not on air before I approve"
              hint="You hear your station first, and it goes on air once you have said yes."
              checked={value}
              onChange={({ target }) => onChange(target.checked)}
            />
          )}
        />
      </FormPart>
    </>
  );
}

/** Announcements and commercial spots, where the package has them (specification §5). */
export function AnnouncementsStep(props: SetupFieldsProps) {
  return (
    <FormPart
      title="Announcements and commercial spots"
      lead="Your offers and news between the songs. Several of them in a row are a break."
    >
      {props.limits.commercial_spots > 0 ? (
        <SpotFields {...props} />
      ) : (
        <p className="text-muted">
          Announcements and commercial spots are part of {PACKAGES_WITH_SPOTS}.{' '}
          {business ? null : (
            <>
              <Link to={CHANGE_PACKAGE_PATH} className="link">
                Change your package
              </Link>{' '}
              to use them.
            </>
          )}
        </p>
      )}
    </FormPart>
  );
}

function SpotFields({ form, packageName, limits }: SetupFieldsProps) {
  const bounds = { min: MIN_COMMERCIAL_SPOTS_PER_BREAK, max: limits.commercial_spots };
  return (
    <>
      <UploadCard kind="commercial" packageName={packageName} />
      <FrequencyField
        form={form}
        name="announcement_frequency"
        question="How often should a break come?"
        label="Announcement frequency"
        bounds={ANNOUNCEMENT_FREQUENCY}
      />
      <FormField
        form={form}
        name="commercial_spots_per_break"
        label="Commercial spots per break"
        hint={`How many play one after the other: ${bounds.min} to ${bounds.max}`}
        className="sm:max-w-72"
      >
        {({ value, onChange, onBlur }) => (
          <NumberInput
            label="Commercial spots per break"
            value={value ?? bounds.min}
            onChange={onChange}
            onBlur={onBlur}
            bounds={bounds}
            fallback={bounds.min}
            unit={SPOTS}
          />
        )}
      </FormField>
    </>
  );
}

/** Frequencies in words, in minutes. */
const WORDS = {
  radio_id_frequency: { often: 5, usually: RADIO_ID_FREQUENCY.default, rarely: 20 },
  announcement_frequency: { often: 15, usually: ANNOUNCEMENT_FREQUENCY.default, rarely: 60 },
} as const;

interface FrequencyFieldProps {
  form: SetupForm;
  name: keyof typeof WORDS;
  question: string;
  label: string;
  bounds: { min: number; max: number; default: number };
}

/** Minutes between two of a kind: in words, or as a number. */
function FrequencyField({ form, name, question, label, bounds }: FrequencyFieldProps) {
  const { min, max, default: fallback } = bounds;
  const { often, usually, rarely } = WORDS[name];
  const choice = (words: string, minutes: number) => ({
    value: String(minutes),
    label: words,
    note: `every ${minutes} minutes`,
  });
  return (
    <div className="grid items-end gap-5 sm:grid-cols-2">
      <Controller
        control={form.control}
        name={name}
        render={({ field: { value, onChange } }) => (
          <RadioGroup
            stacked
            label={question}
            choices={[
              choice('Often', often),
              choice('Now and then', usually),
              choice('Rarely', rarely),
            ]}
            value={String(value ?? fallback)}
            onChange={(minutes) => onChange(Number(minutes))}
          />
        )}
      />
      <FormField form={form} name={name} label={label} hint={`Or choose ${min} to ${max} minutes`}>
        {({ value, onChange, onBlur }) => (
          <NumberInput
            label={label}
            value={value ?? fallback}
            onChange={onChange}
            onBlur={onBlur}
            bounds={{ min, max }}
            fallback={fallback}
            unit={MINUTES}
          />
        )}
      </FormField>
    </div>
  );
}
