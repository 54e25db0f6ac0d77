type TextInput = HTMLInputElement | HTMLTextAreaElement;

/** The text inputs of the prerendered page, by name. */
const served = new Map<string, TextInput>();
/** The name of the one that was focused last. */
let focused = '';

const onFocus = ({ target }: Event): void => {
  focused = (target as Partial<TextInput>).name ?? '';
};

/**
 * Remembers the inputs of a prerendered page before it is hydrated. Where a password manager or the browser's translation
 * has changed the page, React draws it anew (its error 418), and the inputs that hold what was typed are gone from it.
 */
export function keepServedInputs(place: HTMLElement): void {
  for (const input of place.querySelectorAll<TextInput>('input[name], textarea[name]')) {
    served.set(input.name, input);
    if (input === document.activeElement) focused = input.name;
  }
  place.addEventListener('focus', onFocus, true);
}

/** The input that the visitor has typed into; undefined when the page was not prerendered, or has begun. */
export const servedInput = (name: string): TextInput | undefined => served.get(name);

/** Focuses a form's new input in place of one that was focused, and is gone. */
export function restoreFocus(form: HTMLFormElement): void {
  const isGone = served.get(focused)?.isConnected === false;
  const input = isGone ? form.elements.namedItem(focused) : null;
  if (input instanceof HTMLElement && document.activeElement === document.body) input.focus();
}

/** The page has begun: forms that are opened from now on are empty. */
export function forgetServedInputs(): void {
  served.clear();
}
