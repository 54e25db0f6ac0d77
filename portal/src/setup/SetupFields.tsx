import {
  ANNOUNCEMENT_FREQUENCY,
  MAX_LINE_LENGTH,
  MIN_COMMERCIAL_SPOTS_PER_BREAK,
  RADIO_ID_FREQUENCY,
  VOICE_PREFERENCES,
} from '@stationhouse/platform-api/contract/limits';
import { PACKAGES, type PackageLimits } from '@stationhouse/platform-api/contract/prices';
import type { Station } from '@stationhouse/sdk/client';
import { Controller } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { CHANGE_PACKAGE_PATH } from '../api/member-paths.ts';
import { FormField, FormPart } from '../ui/Form.tsx';
import { NumberInput } from '../ui/NumberInput.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { LogoField } from '../uploads/LogoField.tsx';
import { UploadCard } from '../uploads/UploadCard.tsx';
import { RadioIdTexts } from './RadioIdTexts.tsx';
import type { SetupForm } from './use-setup-form.ts';

const MINUTES = { one: 'minute', many: 'minutes' };
const SPOTS = { one: 'spot', many: 'spots' };

const VOICES = { male: 'Male', female: 'Female' } as const;
const VOICE_CHOICES = VOICE_PREFERENCES.map((value) => ({ value, label: VOICES[value] }));

const PACKAGES_WITH_SPOTS = new Intl.ListFormat('en-GB').format(
  PACKAGES.filter((each) => each.limits.commercial_spots > 0).map(({ name }) => name),
);

interface SetupFieldsProps {
  form: SetupForm;
  packageName: Station['package_name'];
  limits: PackageLimits;
}

/** The fields of the setup form (specification §5), and the uploads, which are saved at once. */
export function SetupFields({ form, packageName, limits }: SetupFieldsProps) {
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
        <Controller
          control={form.control}
          name="voice_preference"
          render={({ field: { value, onChange } }) => (
            <RadioGroup label="Voice" choices={VOICE_CHOICES} value={value} onChange={onChange} />
          )}
        />
      </FormPart>
      <FormPart
        title="Radio IDs and jingles"
        lead="Short lines that say who is playing. Write what our speakers should say, or upload your own."
      >
        <RadioIdTexts form={form} most={limits.radio_ids} />
        <div className="grid gap-5 sm:grid-cols-2">
          <FrequencyField
            form={form}
            name="radio_id_frequency"
            label="Radio ID frequency"
            bounds={RADIO_ID_FREQUENCY}
          />
        </div>
        <UploadCard kind="radio_id" packageName={packageName} />
        <UploadCard kind="jingle" packageName={packageName} />
      </FormPart>
      <FormPart title="Announcements and commercial spots">
        {limits.commercial_spots > 0 ? (
          <SpotFields form={form} packageName={packageName} limits={limits} />
        ) : (
          <p className="text-muted">
            Announcements and commercial spots are part of {PACKAGES_WITH_SPOTS}.{' '}
            <Link to={CHANGE_PACKAGE_PATH} className="link">
              Change your package
            </Link>{' '}
            to use them.
          </p>
        )}
      </FormPart>
    </>
  );
}

function SpotFields({ form, packageName, limits }: SetupFieldsProps) {
  const bounds = { min: MIN_COMMERCIAL_SPOTS_PER_BREAK, max: limits.commercial_spots };
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <FrequencyField
          form={form}
          name="announcement_frequency"
          label="Announcement frequency"
          bounds={ANNOUNCEMENT_FREQUENCY}
        />
        <FormField
          form={form}
          name="commercial_spots_per_break"
          label="Commercial spots per break"
          hint={`${bounds.min} to ${bounds.max}, one after the other`}
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
      </div>
      <UploadCard kind="commercial" packageName={packageName} />
    </>
  );
}

interface FrequencyFieldProps {
  form: SetupForm;
  name: 'radio_id_frequency' | 'announcement_frequency';
  label: string;
  bounds: { min: number; max: number; default: number };
}

/** Minutes between two of a kind. */
function FrequencyField({ form, name, label, bounds }: FrequencyFieldProps) {
  const { min, max, default: fallback } = bounds;
  return (
    <FormField form={form} name={name} label={label} hint={`Every ${min} to ${max} minutes`}>
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
  );
}
