import { useEffect, useRef, type RefObject } from 'react';
import { FIELD, isTouched } from './Dialog.tsx';

/**
 * For what comes into a dialog after it has opened: until then only its buttons could have the focus, which
 * some of them take with them. It goes on to the first field, by touch and where there is none to the dialog.
 *
 * @returns goes to the element around what has come
 */
export function useLateContent(): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const sheet = content.current?.closest<HTMLElement>('[role="dialog"], [role="alertdialog"]');
    const { activeElement } = document;
    const isLost = activeElement === document.body;
    // A dialog that has only just opened gives the focus itself.
    if (!sheet || !(isLost || sheet.contains(activeElement))) return;
    const field = isTouched('') ? null : content.current?.querySelector<HTMLElement>(FIELD);
    if (field) field.focus();
    else if (isLost) sheet.focus();
  }, []);
  return content;
}
