import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState, type ChangeEvent, type Ref } from 'react';
import type * as PhoneNumbers from './phone-numbers.ts';
import { useOnFirstInteraction } from './use-first-interaction.ts';
import { TextInput } from './TextInput.tsx';

interface PhoneInputProps {
  /** E.164, or what has been typed so far. */
  value: string;
  onChange: (value: string) => void;
  /** The initial country code; a number with another prefix changes it. */
  country: string;
  onBlur?: () => void;
  name?: string;
  ref?: Ref<HTMLElement>;
  disabled?: boolean;
  /** 'off' for another person's number. */
  autoComplete?: 'tel' | 'off';
}

/** The formats of all countries; without them a number stays as typed. */
const loadNumbers = () => import('./phone-numbers.ts');

/** A phone number: the country's prefix, and the national number. */
export function PhoneInput({
  value,
  onChange,
  country: firstCountry,
  onBlur,
  name,
  ref,
  disabled = false,
  autoComplete = 'tel',
}: PhoneInputProps) {
  const numbers = useOnFirstInteraction(loadNumbers);
  const [chosen, setChosen] = useState<string>();
  // The field shows the input; `value` is the number made from it.
  const [draft, setDraft] = useState({ shown: value, made: value });
  const kept = draft.made === value ? draft.shown : value;
  // A prefilled number is shown in national format.
  const { country, local: shown } =
    numbers && chosen === undefined && value.startsWith('+')
      ? numbers.splitNumber(value, firstCountry)
      : { country: chosen ?? firstCountry, local: kept };

  const change = (next: PhoneNumbers.LocalNumber) => {
    const made = numbers ? numbers.joinNumber(next) : next.local;
    setChosen(next.country);
    setDraft({ shown: next.local, made });
    onChange(made);
  };
  const write = (event: ChangeEvent<HTMLInputElement>) => {
    const typed = event.currentTarget.value;
    // Formats only while typing at the end, or the caret would jump.
    const isAtEnd = event.currentTarget.selectionStart === typed.length;
    const isLonger = typed.length > shown.length;
    change(
      numbers && isAtEnd && isLonger
        ? numbers.splitNumber(typed, country)
        : { country, local: typed },
    );
  };
  const prefix = numbers?.PREFIXES.find((each) => each.country === country)?.code ?? '+';

  return (
    <div className="flex gap-2">
      <span className="control relative flex w-24 flex-none items-center justify-between gap-1 has-focus-visible:border-focus has-focus-visible:outline-2 has-focus-visible:outline-focus">
        <span aria-hidden="true" className="tabular">
          {prefix}
        </span>
        <ChevronDown aria-hidden="true" className="size-4.5 flex-none text-muted" />
        <select
          aria-label="Country of the phone number"
          className="absolute -inset-px size-[calc(100%+2px)] cursor-pointer appearance-none rounded-card opacity-0"
          value={country}
          disabled={disabled || !numbers}
          onChange={(event) => change({ country: event.currentTarget.value, local: shown })}
        >
          {(numbers?.PREFIXES ?? []).map((each) => (
            <option key={each.country} value={each.country}>
              {`${each.name} (${each.code})`}
            </option>
          ))}
        </select>
      </span>
      <TextInput
        type="tel"
        inputMode="tel"
        autoComplete={autoComplete}
        name={name}
        ref={ref}
        value={shown}
        disabled={disabled}
        onBlur={onBlur}
        onChange={write}
      />
    </div>
  );
}
