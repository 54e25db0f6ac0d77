import { Field } from '@base-ui/react/field';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useRequired } from './Field.tsx';

export type TextInputProps = Omit<ComponentProps<typeof Field.Control>, 'className'> & {
  className?: string;
};

/** One line of text. Set `autoComplete`, and a `type` for the right keyboard. */
export function TextInput({ className, ...rest }: TextInputProps) {
  return <Field.Control {...useRequired()} {...rest} className={clsx('control', className)} />;
}

/** An email address. As a login its `autoComplete` is 'username', for password managers. */
export function EmailInput(
  props: TextInputProps & { autoComplete?: 'email' | 'username' | 'off' },
) {
  return (
    <TextInput
      autoComplete="email"
      {...props}
      type="email"
      inputMode="email"
      autoCapitalize="none"
    />
  );
}

/** The address of a website. */
export function WebAddressInput(props: TextInputProps) {
  return (
    <TextInput
      placeholder="https://example.com"
      autoComplete="url"
      {...props}
      type="url"
      inputMode="url"
      autoCapitalize="none"
    />
  );
}

/** A VAT number: in capitals, without autocorrection. */
export function VatNumberInput(props: TextInputProps) {
  return <TextInput {...props} autoComplete="off" autoCapitalize="characters" spellCheck={false} />;
}

/** Several lines of text; grows with its content where the browser supports it. */
export function TextArea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  const required = useRequired();
  return (
    <Field.Control
      render={
        <textarea
          {...required}
          {...rest}
          rows={rows}
          className={clsx('control field-sizing-content max-h-96 min-h-32 resize-y', className)}
        />
      }
    />
  );
}
