import { useEffect, useRef, useState, type ComponentProps, type Ref } from 'react';
import type * as Lists from './ComboboxList.tsx';
import type { SearchableChoice } from './ComboboxList.tsx';
import { TextInput } from './TextInput.tsx';
import { useFirstInteraction } from './use-first-interaction.ts';

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

/** The list, once somebody uses the page; without a network the plain input stays. */
function useList(): typeof Lists | undefined {
  const [lists, setLists] = useState<typeof Lists>();
  const isWanted = useFirstInteraction();
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    const load = async () => {
      const loaded = await import('./ComboboxList.tsx');
      if (!isGone) setLists(loaded);
    };
    load().catch(() => {});
    return () => {
      isGone = true;
    };
  }, [isWanted]);
  return lists;
}

/**
 * One of many, found by typing. Until somebody uses the page and the list is here, a plain input stands
 * in its place; served HTML holds that one too, since the library's hidden twin has an inline style,
 * which our policy forbids. What was typed into it goes on in the list.
 */
export function Combobox(props: ComboboxProps) {
  const hasFocus = useRef(false);
  const typed = useRef('');
  const lists = useList();
  if (lists) return <lists.ComboboxList {...props} hadFocus={hasFocus} typed={typed} />;
  // Not by Suspense: that would put a new input in the place of the one that is being typed into.
  return (
    <StandIn
      {...props}
      onFocusChange={(focus) => (hasFocus.current = focus)}
      onType={(text) => (typed.current = text)}
    />
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
  onType,
}: ComboboxProps & {
  onFocusChange: (hasFocus: boolean) => void;
  onType: (text: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // What came before our script was here.
    onType(input.current?.value ?? '');
    onFocusChange(document.activeElement === input.current);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the script takes over
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
  /** 'off': it is somebody else's. */
  autoComplete?: 'country-name' | 'off';
};

/** A country, found by typing a part of its name. */
export function CountryInput({ autoComplete = 'country-name', ...props }: CountryInputProps) {
  return <Combobox {...props} autoComplete={autoComplete} placeholder="Type to search" />;
}
