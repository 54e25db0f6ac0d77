import { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useEffect, useRef, useState, type Ref, type RefObject } from 'react';
import { useRequired } from './Field.tsx';
import type { Choice } from './Select.tsx';

/** A choice that is also found by other names: 'UK' for the United Kingdom. */
export interface SearchableChoice extends Choice {
  otherNames?: readonly string[];
}

/** Lower case, without accents and typographic apostrophes. */
const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

const namesOf = ({ label, otherNames = [] }: SearchableChoice) => [label, ...otherNames].map(plain);

/** Whether a word of one of its names begins with the query, ignoring accents and case. */
export function matches(choice: SearchableChoice, query: string): boolean {
  const wanted = plain(query.trim());
  return namesOf(choice).some((name) => ` ${name}`.includes(` ${wanted}`));
}

/** The choice with this name, or else the only one that matches. */
export function onlyMatch<Meant extends SearchableChoice>(
  choices: readonly Meant[],
  text: string,
): Meant | undefined {
  const wanted = plain(text.trim());
  if (wanted === '') return undefined;
  const named = choices.find((choice) => namesOf(choice).includes(wanted));
  if (named) return named;
  const [first, second] = choices.filter((choice) => matches(choice, text));
  return second ? undefined : first;
}

export interface ComboboxProps {
  choices: readonly SearchableChoice[];
  /** The value of the choice; empty if nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  ref?: Ref<HTMLInputElement>;
  placeholder?: string;
  /** For autofill, such as 'country-name'. */
  autoComplete?: string;
  disabled?: boolean;
  /** Shown when nothing matches. */
  emptyText?: string;
}

/** The combobox itself. A lazy chunk, since it is as large as the page around it. */
export function ComboboxList({
  choices,
  value,
  onChange,
  onBlur,
  name,
  ref,
  placeholder,
  autoComplete,
  disabled = false,
  emptyText = 'Nothing found. Try another spelling.',
  hadFocus,
  typed,
}: ComboboxProps & {
  /** The focus and the text of the placeholder input that this replaces. */
  hadFocus: RefObject<boolean>;
  typed: RefObject<string>;
}) {
  const required = useRequired();
  const group = useRef<HTMLDivElement>(null);
  const chosen = choices.find((choice) => choice.value === value) ?? null;
  const label = chosen?.label ?? '';
  const [text, setText] = useState(() => typed.current || label);
  const [known, setKnown] = useState(label);
  if (known !== label) {
    setKnown(label);
    setText(label);
  }
  /** A name that is typed and left is chosen, without Enter. */
  const settle = () => {
    const meant = onlyMatch(choices, text);
    if (meant && meant.value !== value) onChange(meant.value);
  };
  useEffect(() => {
    if (hadFocus.current) group.current?.querySelector('input')?.focus();
  }, [hadFocus]);
  useEffect(() => {
    if (!group.current?.contains(document.activeElement)) settle();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the choices are loaded, not at each key
  }, [choices.length]);
  return (
    <BaseCombobox.Root<SearchableChoice>
      items={choices}
      value={chosen}
      onValueChange={(choice) => onChange(choice?.value ?? '')}
      inputValue={text}
      onInputValueChange={setText}
      onOpenChange={(isOpen, { reason }) => {
        if (!isOpen && reason !== 'item-press' && reason !== 'escape-key') settle();
      }}
      filter={matches}
      autoHighlight
      disabled={disabled}
      {...(name !== undefined && { name })}
      {...(autoComplete !== undefined && { autoComplete })}
    >
      <BaseCombobox.InputGroup ref={group} className="relative">
        <BaseCombobox.Input
          {...required}
          {...(ref !== undefined && { ref })}
          placeholder={placeholder}
          onBlur={onBlur}
          className="control pe-11"
        />
        <BaseCombobox.Trigger
          className="absolute inset-y-0 end-0 grid w-11 cursor-pointer place-items-center rounded-card text-muted hover:text-ink"
          aria-label="Show the list"
          tabIndex={-1}
        >
          <ChevronDown aria-hidden="true" className="size-4.5" />
        </BaseCombobox.Trigger>
      </BaseCombobox.InputGroup>
      <BaseCombobox.Portal>
        <BaseCombobox.Positioner sideOffset={4} className="z-40">
          <BaseCombobox.Popup className="floating w-(--anchor-width)">
            <BaseCombobox.Empty className="text-small text-muted not-empty:px-3 not-empty:py-3">
              {emptyText}
            </BaseCombobox.Empty>
            <BaseCombobox.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain outline-none">
              {(choice: SearchableChoice) => (
                <BaseCombobox.Item
                  key={choice.value}
                  value={choice}
                  className="choice data-selected:font-semibold"
                >
                  <span className="min-w-0 flex-1">{choice.label}</span>
                  <BaseCombobox.ItemIndicator>
                    <Check aria-hidden="true" className="size-4.5" />
                  </BaseCombobox.ItemIndicator>
                </BaseCombobox.Item>
              )}
            </BaseCombobox.List>
          </BaseCombobox.Popup>
        </BaseCombobox.Positioner>
      </BaseCombobox.Portal>
    </BaseCombobox.Root>
  );
}
