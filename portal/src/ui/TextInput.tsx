import { Field } from '@base-ui/react/field';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useRequired } from './Field.tsx';

export type TextInputProps = Omit<ComponentProps<typeof Field.Control>, 'className'> & {
  className?: string;
};

/** One line of text. Give it `autoComplete`, and a `type` that brings the right keyboard. */
export function TextInput({ className, ...rest }: TextInputProps) {
  return <Field.Control {...useRequired()} {...rest} className={clsx('control', className)} />;
}
