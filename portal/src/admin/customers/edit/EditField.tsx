import type { StationCheck } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import type { ReactNode } from 'react';
import { type ControllerRenderProps, useFormState, useWatch } from 'react-hook-form';
import { Button } from '../../../ui/Button.tsx';
import { FormField } from '../../../ui/Form.tsx';
import { Picture } from '../../../ui/Picture.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { type CustomerValues, FIELD_NAMES, type FieldName, inWords } from './customer-values.ts';
import type { CustomerForm } from './use-customer-form.ts';

interface EditFieldProps {
  edit: CustomerForm;
  name: FieldName;
  hint?: ReactNode;
  className?: string;
  /** Renders the control; a text input by default. */
  children?: (field: ControllerRenderProps<CustomerValues, FieldName>) => ReactNode;
}

/** A field of the Edit dialog, with its check result and another admin's conflicting value. */
export function EditField({ edit, name, hint, className, children }: EditFieldProps) {
  const { form, check, conflict } = edit;
  const value = useWatch({ control: form.control, name });
  const { errors } = useFormState({ control: form.control, name });
  const found = check.resultOf(name, value);
  // The field's error may say the same already.
  const result = found?.message === errors[name]?.message ? undefined : found;
  const theirs = conflict?.theirs[name];
  return (
    <div className={clsx('flex min-w-0 flex-col gap-2', className)}>
      <FormField
        form={form}
        name={name}
        label={FIELD_NAMES[name]}
        hint={
          hint === undefined && !result ? undefined : (
            <>
              {hint}
              {result ? <CheckResult check={result} /> : null}
            </>
          )
        }
      >
        {/* The browser must not offer the admin's own data. */}
        {children ?? ((field) => <TextInput {...field} autoComplete="off" />)}
      </FormField>
      {theirs === undefined || theirs === value ? null : (
        <ConflictValue
          name={name}
          value={theirs}
          onUse={() => {
            form.fields.setValue(name, theirs);
            form.fields.setFocus(name);
          }}
        />
      )}
    </div>
  );
}

/** A check result with the track's cover. It is inside a hint, which is one paragraph. */
function CheckResult({ check: { ok, message, track } }: { check: StationCheck }) {
  const Sign = ok ? CircleCheck : CircleAlert;
  return (
    <span className="mt-1 flex items-center gap-3">
      {track ? (
        <Picture
          src={track.cover}
          alt=""
          width={48}
          height={48}
          className="size-12 flex-none rounded-small"
        />
      ) : null}
      <span className={clsx('flex items-start gap-1.5 font-medium', ok ? 'text-good' : 'text-bad')}>
        <Sign aria-hidden="true" className="mt-[0.15em] size-[1.15em] flex-none" />
        <span className="min-w-0 wrap-anywhere">
          <span className="sr-only">{ok ? 'Good: ' : 'Not good: '}</span>
          {message}
        </span>
      </span>
    </span>
  );
}

function ConflictValue(props: { name: FieldName; value: string; onUse: () => void }) {
  const { name, value, onUse } = props;
  const words = inWords(name, value);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-attention-wash px-3 py-2">
      <p className="line-clamp-4 min-w-0 flex-1 basis-40 text-small wrap-anywhere whitespace-pre-line">
        <span className="font-semibold text-attention">Theirs: </span>
        {words === '' ? <span className="text-muted italic">empty</span> : words}
      </p>
      <Button kind="secondary" size="small" onClick={onUse}>
        Use theirs<span className="sr-only"> for {FIELD_NAMES[name]}</span>
      </Button>
    </div>
  );
}
