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
import { Field, type FieldProps } from './Field.tsx';
import { Notice, RequestReference } from './Notice.tsx';
import type { ApiForm } from './use-api-form.ts';
import { useHydrated } from './use-hydrated.ts';

interface FormProps<Values extends FieldValues, Sent> {
  form: ApiForm<Values, Sent>;
  /** For a submit button outside of the form, with a `FormNotice` beside it: `<Button type="submit" form={id}>`. */
  id?: string;
  className?: string;
  children: ReactNode;
}

/** A form. Its notice comes last, beside the button. */
export function Form<Values extends FieldValues, Sent>({
  form,
  id,
  className,
  children,
}: FormProps<Values, Sent>) {
  const { formRef, submit } = form;
  return (
    // Without native validation: the messages are shown beside the fields.
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

/** The failure of a form that belongs to no field. */
export function FormNotice({ notice }: { notice: FailureWords | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {notice ? (
        <Notice kind="bad" title={notice.title}>
          {notice.detail}
          <RequestReference id={notice.requestId} />
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
  /** Renders the control: `(field) => <TextInput {...field} />`. */
  children: (field: ControllerRenderProps<Values, Name>) => ReactNode;
}

/** A `Field` of a form, with its value and its error. */
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

interface FormPartProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** A titled part of a long form. */
export function FormPart({ title, lead, children }: FormPartProps) {
  return (
    // Headings of cards inside are smaller than the title.
    <fieldset className="[&_h2]:text-text flex min-w-0 flex-col gap-5 border-t border-line pt-6 first-of-type:border-0 first-of-type:pt-0">
      <legend className="float-start font-heading text-lead font-bold">{title}</legend>
      {lead === undefined ? null : <p className="-mt-4 text-small text-muted">{lead}</p>}
      {children}
    </fieldset>
  );
}

/** A submit button that is inert before hydration: the browser would put the values into the URL. */
export function SubmitButton(look: Omit<ComponentProps<typeof Button>, 'type'>) {
  return <Button {...look} type={useHydrated() ? 'submit' : 'button'} />;
}
