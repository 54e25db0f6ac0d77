import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import {
  Controller,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
} from 'react-hook-form';
import type { FailureWords } from '../api/failures.ts';
import { Button } from './Button.tsx';
import { Checkbox } from './Checkbox.tsx';
import { Field, type FieldProps } from './Field.tsx';
import { Notice } from './Notice.tsx';
import type { ApiForm } from './use-api-form.ts';
import { useHydrated } from './use-hydrated.ts';

interface FormProps<Values extends FieldValues, Sent> {
  form: ApiForm<Values, Sent>;
  /**
   * For a button that stands outside of it, such as in a dialog's foot: `<Button type="submit" form={id}>`.
   * `FormNotice` then stands beside that.
   */
  id?: string;
  className?: string;
  children: ReactNode;
}

/** The frame of a form: what it says about itself comes last, beside the button that was pressed. */
export function Form<Values extends FieldValues, Sent>({
  form,
  id,
  className,
  children,
}: FormProps<Values, Sent>) {
  const { formRef, submit } = form;
  return (
    // The browser's own bubbles stay away: ours say the same in our words, beside the field.
    <form
      ref={formRef}
      id={id}
      onSubmit={submit}
      noValidate
      className={clsx('flex flex-col gap-5', className)}
    >
      {children}
      {id === undefined ? <FormNotice notice={form.notice} /> : null}
    </form>
  );
}

/** What a form says about itself, told to those who hear it too. */
export function FormNotice({ notice }: { notice: FailureWords | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {notice ? (
        <Notice kind="bad" title={notice.title}>
          {notice.detail}
          {notice.requestId === '' ? null : (
            <span className="block text-muted">Reference: {notice.requestId}</span>
          )}
        </Notice>
      ) : null}
    </div>
  );
}

interface FormFieldProps<
  Values extends FieldValues,
  Sent,
  Name extends FieldPath<Values>,
> extends Omit<FieldProps, 'error' | 'children'> {
  form: ApiForm<Values, Sent>;
  name: Name;
  /** Draws the control: `(field) => <TextInput {...field} />`. */
  children: (field: ControllerRenderProps<Values, Name>) => ReactNode;
}

/** A `Field` that is part of a form: its value, and what the form or the API says is wrong with it. */
export function FormField<Values extends FieldValues, Sent, Name extends FieldPath<Values>>({
  form,
  name,
  children,
  ...look
}: FormFieldProps<Values, Sent, Name>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field {...look} error={fieldState.error?.message}>
          {children(field)}
        </Field>
      )}
    />
  );
}

interface FormCheckboxProps<Values extends FieldValues, Sent, Name extends FieldPath<Values>> {
  form: ApiForm<Values, Sent>;
  name: Name;
  label: ReactNode;
  hint?: ReactNode;
}

/** A `Checkbox` that is part of a form. */
export function FormCheckbox<Values extends FieldValues, Sent, Name extends FieldPath<Values>>({
  form,
  name,
  ...look
}: FormCheckboxProps<Values, Sent, Name>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, ...field }, fieldState }) => (
        <Checkbox {...look} {...field} checked={value} error={fieldState.error?.message} />
      )}
    />
  );
}

interface FormPartProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** A part of a long form, under a title of its own. */
export function FormPart({ title, lead, children }: FormPartProps) {
  return (
    // The cards in a part are a step below its own title.
    <fieldset className="[&_h2]:text-text flex min-w-0 flex-col gap-5 border-t border-line pt-6 first-of-type:border-0 first-of-type:pt-0">
      <legend className="float-start font-heading text-lead font-bold">{title}</legend>
      {lead === undefined ? null : <p className="-mt-4 text-small text-muted">{lead}</p>}
      {children}
    </fieldset>
  );
}

/**
 * Sends the form. Before the page's script is here it sends nothing: the browser would by itself, with
 * everything that was typed in the address.
 */
export function SubmitButton(look: Omit<ComponentProps<typeof Button>, 'type'>) {
  return <Button {...look} type={useHydrated() ? 'submit' : 'button'} />;
}
