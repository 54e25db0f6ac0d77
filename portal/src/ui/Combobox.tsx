import { useEffect, useRef, type ComponentProps } from 'react';
import type { ComboboxProps } from './ComboboxList.tsx';
import { TextInput } from './TextInput.tsx';
import { useOnFirstInteraction } from './use-first-interaction.ts';

const loadList = () => import('./ComboboxList.tsx');

/**
 * A choice of many, found by typing. A plain input takes its place in prerendered HTML and until the list is
 * loaded: Base UI's renders an inline style, which the content security policy forbids. The list takes over
 * focus and text.
 */
export function Combobox(props: ComboboxProps) {
  const hasFocus = useRef(false);
  const typed = useRef('');
  const lists = useOnFirstInteraction(loadList);
  if (lists) return <lists.ComboboxList {...props} hadFocus={hasFocus} typed={typed} />;
  // Without Suspense, which would remount the input that is being typed into.
  return (
    <PlainInput
      {...props}
      onFocusChange={(focus) => (hasFocus.current = focus)}
      onType={(text) => (typed.current = text)}
    />
  );
}

function PlainInput({
  choices,
  value,
  name,
  placeholder,
  autoComplete,
  disabled,
  onFocusChange,
  onType,
}: ComboboxProps & {
  onFocusChange: (hasFocus: boolean) => void;
  onType: (text: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The text may have been typed before hydration.
    onType(input.current?.value ?? '');
    onFocusChange(document.activeElement === input.current);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, at hydration
  }, []);
  return (
    <TextInput
      ref={input}
      name={name}
      defaultValue={choices.find((choice) => choice.value === value)?.label ?? ''}
      placeholder={placeholder}
      autoComplete={autoComplete}
      disabled={disabled}
      onInput={(event) => onType(event.currentTarget.value)}
      onFocus={() => onFocusChange(true)}
      onBlur={() => onFocusChange(false)}
      className="pe-10"
    />
  );
}

type CountryInputProps = Omit<ComponentProps<typeof Combobox>, 'autoComplete' | 'placeholder'> & {
  /** 'off' for another person's country. */
  autoComplete?: 'country-name' | 'off';
};

/** A country, found by a part of its name. */
export function CountryInput({ autoComplete = 'country-name', ...props }: CountryInputProps) {
  return <Combobox {...props} autoComplete={autoComplete} placeholder="Type to search" />;
}
