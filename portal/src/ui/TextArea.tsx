import { Field } from '@base-ui/react/field';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useRequired } from './Field.tsx';

/** Several lines of text; grows with what is written where the browser can. */
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
