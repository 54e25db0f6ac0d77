import { lazy, Suspense, useRef, type Ref } from 'react';
import { useHydrated } from './after-hydration.ts';
import type { SearchableChoice } from './searchable-choice.ts';
import { TextInput } from './TextInput.tsx';

export interface ComboboxProps {
  choices: readonly SearchableChoice[];
  /** The value of the choice; empty: none. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  ref?: Ref<HTMLInputElement>;
  placeholder?: string;
  /** What browsers fill in, such as 'country-name'. */
  autoComplete?: string;
  disabled?: boolean;
  /** What is said when nothing matches. */
  emptyText?: string;
}

const ComboboxList = lazy(async () => ({
  default: (await import('./ComboboxList.tsx')).ComboboxList,
}));

/**
 * One of many, found by typing. Until the list is here, a plain input stands in its place; served HTML
 * holds that one too, since the library's hidden twin has an inline style, which our policy forbids.
 */
export function Combobox(props: ComboboxProps) {
  const hasFocus = useRef(false);
  const standIn = <StandIn {...props} onFocusChange={(focus) => (hasFocus.current = focus)} />;
  if (!useHydrated()) return standIn;
  return (
    <Suspense fallback={standIn}>
      <ComboboxList {...props} hadFocus={hasFocus} />
    </Suspense>
  );
}

function StandIn({
  choices,
  value,
  name,
  placeholder,
  autoComplete,
  disabled,
  onFocusChange,
}: ComboboxProps & { onFocusChange: (hasFocus: boolean) => void }) {
  return (
    <TextInput
      name={name}
      defaultValue={choices.find((choice) => choice.value === value)?.label ?? ''}
      placeholder={placeholder}
      autoComplete={autoComplete}
      disabled={disabled}
      onFocus={() => onFocusChange(true)}
      onBlur={() => onFocusChange(false)}
      className="pe-10"
    />
  );
}
