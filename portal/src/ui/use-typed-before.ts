import { useLayoutEffect } from 'react';
import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form';
import type { ApiForm } from './use-api-form.ts';

/**
 * Takes over what was typed, or filled in by a password manager, before the page's script was here; the
 * first drawing would wipe it out.
 *
 * @param names the fields that hold what is typed, letter by letter
 */
export function useTypedBefore<Values extends FieldValues, Sent>(
  { fields: { setValue }, formRef }: ApiForm<Values, Sent>,
  names: readonly FieldPath<Values>[],
): void {
  useLayoutEffect(() => {
    for (const name of names) {
      const input = formRef.current?.elements.namedItem(name);
      const isText = input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement;
      if (!isText || input.value === '') continue;
      // All of these fields are texts, which the library cannot know.
      setValue(name, input.value as FieldPathValue<Values, FieldPath<Values>>);
    }
  }, [formRef, names, setValue]);
}
