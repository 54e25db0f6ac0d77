import type { TracksChange } from '@stationhouse/sdk/client';
import { useState, type FormEvent } from 'react';
import { describe, type FailureWords } from '../../../api/failures.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormNotice } from '../../../ui/Form.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import {
  ENERGY_CHOICES,
  NO_OR_YES,
  TAG_NAMES,
  TagSuggestions,
  suggestionsId,
} from './tag-fields.tsx';

const FIELDS = [
  'artist',
  'album',
  'year',
  'label',
  'composer',
  'genre',
  'mood',
  'energy',
  'language',
  'is_explicit',
  'notes',
] as const;
type BulkField = (typeof FIELDS)[number];

const FORM_ID = 'bulk-tags';

interface BulkDialogProps {
  count: number;
  onSave: (change: TracksChange) => Promise<unknown>;
  onClose: () => void;
}

/** The same tags for many tracks: only ticked ones are changed, and an empty one is cleared. */
export function BulkDialog({ count, onSave, onClose }: BulkDialogProps) {
  const [values, setValues] = useState<Partial<Record<BulkField, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const [notice, setNotice] = useState<FailureWords>();
  const chosen = Object.keys(values);
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      await onSave(changeOf(values));
      onClose();
    } catch (failure) {
      setNotice(describe(failure, 'Failed to change the tracks'));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog
      title={count === 1 ? 'Edit tags of 1 track' : `Edit tags of ${count} tracks`}
      description="Tick what should change. A ticked tag that is left empty is cleared."
      wide
      open
      onClose={onClose}
      footer={
        <>
          <Button kind="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={FORM_ID}
            busy={isBusy}
            busyText="Saving..."
            disabled={chosen.length === 0}
          >
            Save
          </Button>
        </>
      }
    >
      <form id={FORM_ID} onSubmit={(event) => void save(event)} className="flex flex-col gap-1">
        <TagSuggestions />
        {FIELDS.map((field) => (
          <BulkRow
            key={field}
            field={field}
            value={values[field]}
            onChange={(value) => {
              const { [field]: _, ...rest } = values;
              setValues(value === undefined ? rest : { ...rest, [field]: value });
            }}
          />
        ))}
        <FormNotice notice={notice} />
      </form>
    </Dialog>
  );
}

/** Texts of the form as the API takes them. It refuses other texts than numbers. */
function changeOf(values: Partial<Record<BulkField, string>>): TracksChange {
  return Object.fromEntries(
    Object.entries(values).map(([field, text]) => {
      if (field === 'is_explicit') return [field, text === 'true'];
      if (field === 'year' || field === 'energy') return [field, text === '' ? null : Number(text)];
      return [field, text];
    }),
  );
}

interface BulkRowProps {
  field: BulkField;
  /** Undefined: not ticked. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function BulkRow({ field, value, onChange }: BulkRowProps) {
  const name = TAG_NAMES[field];
  const choices =
    field === 'energy' ? ENERGY_CHOICES : field === 'is_explicit' ? NO_OR_YES : undefined;
  const first = field === 'is_explicit' ? 'false' : '';
  return (
    <div className="grid items-center gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <Checkbox
        label={name}
        checked={value !== undefined}
        onChange={({ target }) => onChange(target.checked ? first : undefined)}
      />
      {value === undefined ? null : (
        <Field label={<span className="sr-only">New value of {name}</span>} className="pb-2">
          {choices ? (
            <Select
              choices={choices}
              value={value}
              onChange={({ target }) => onChange(target.value)}
            />
          ) : (
            <TextInput
              value={value}
              onChange={({ target }) => onChange(target.value)}
              placeholder="Empty: cleared"
              list={suggestionsId(field)}
              autoComplete="off"
              inputMode={field === 'year' ? 'numeric' : undefined}
            />
          )}
        </Field>
      )}
    </div>
  );
}
