import { INDUSTRIES, type Industry } from '@stationhouse/platform-api/contract/setup/values';
import { MAX_LINE_LENGTH } from '@stationhouse/platform-api/contract/values';
import { clsx } from 'clsx';
import { useEffect, useId, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { useKeptStation, type KeptStation } from '../api/kept-station.ts';
import { Button } from '../ui/Button.tsx';
import { servedInput } from '../ui/served-inputs.ts';
import { SOLUTIONS } from '../ui/solutions.ts';
import { useHydrated } from '../ui/use-hydrated.ts';

interface HearYoursProps {
  /** The visitor begins to use the form, so its heavy parts can be fetched. */
  onTouch: () => void;
  /** @param isPressed whether by the button; otherwise another industry was chosen */
  onHear: (station: KeptStation, isPressed: boolean) => void;
  isHeard: boolean;
  /** The card could not be loaded. */
  failure: string | undefined;
  /** Of the page, which then offers no others. */
  industry?: Industry | undefined;
}

/** One field and seven industries: what the card needs to become the visitor's station. */
export function HearYours({ onTouch, onHear, isHeard, failure, industry }: HearYoursProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const isHydrated = useHydrated();
  const kept = useKeptStation();

  // Typed before the script arrived, where React has drawn the page anew.
  useLayoutEffect(() => {
    const input = name.current;
    if (input?.value === '') input.value = servedInput('place')?.value ?? '';
  }, []);
  // Visitors come back to change the station that they have kept.
  useEffect(() => {
    const input = name.current;
    if (!kept || input?.value !== '') return;
    input.value = kept.name;
    const selector = `[name="industry"][value="${kept.industry}"]`;
    const chosen = form.current?.querySelector<HTMLInputElement>(selector);
    if (chosen) chosen.checked = true;
  }, [kept]);

  function hear(isPressed: boolean): void {
    const values = new FormData(form.current ?? undefined);
    const typed = String(values.get('place') ?? '').trim();
    setFault(typed === '' ? 'Please enter the name of your place.' : undefined);
    if (typed === '') {
      name.current?.focus();
      return;
    }
    const chosen = INDUSTRIES.find((each) => each === values.get('industry')) ?? 'cafe';
    onHear({ name: typed, industry: industry ?? chosen }, isPressed);
  }

  const message = fault ?? failure;
  return (
    <form
      ref={form}
      noValidate
      data-optional
      aria-label="Hear your own station"
      className="mt-8 max-w-xl"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        hear(true);
      }}
    >
      <label htmlFor={id} className="font-semibold">
        Hear yours first: the name of your place
      </label>
      <div className="mt-2 flex gap-2">
        <input
          ref={name}
          id={id}
          name="place"
          onFocus={onTouch}
          type="text"
          autoComplete="organization"
          maxLength={MAX_LINE_LENGTH}
          enterKeyHint="go"
          placeholder="Morgenrot"
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-message`}
          className="control min-h-14 min-w-0 flex-1 text-lead"
        />
        <Button
          type={isHydrated ? 'submit' : 'button'}
          size="large"
          className="min-h-14 flex-none px-5 sm:px-7"
        >
          Hear it
        </Button>
      </div>
      <p id={`${id}-message`} role="alert" className="mt-1.5 text-small text-bad empty:hidden">
        {message}
      </p>
      {industry ? null : <Kinds onTouch={onTouch} onChoose={() => isHeard && hear(false)} />}
    </form>
  );
}

interface KindsProps {
  onTouch: () => void;
  /** The music of another kind of place is heard at once. */
  onChoose: () => void;
}

/** The seven industries, as radio buttons. */
function Kinds({ onTouch, onChoose }: KindsProps) {
  return (
    <fieldset className="mt-3 grid grid-cols-4 gap-2 sm:flex sm:flex-wrap md:gap-1.5">
      <legend className="sr-only">Your kind of place</legend>
      {SOLUTIONS.map(({ one, to }, index) => (
        <label
          key={to}
          className={clsx(
            'relative flex min-h-11 cursor-pointer items-center justify-center rounded-full border border-edge bg-surface px-2 sm:px-4 text-small font-semibold select-none md:px-3.5 hover:border-ink has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus md:pointer-fine:min-h-9',
            // On phones the rows are the same in every font: nothing moves when ours arrive.
            one.length > 8 && 'col-span-2',
          )}
        >
          <input
            type="radio"
            name="industry"
            value={to.slice(1)}
            defaultChecked={index === 0}
            onFocus={onTouch}
            onChange={onChoose}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {one}
        </label>
      ))}
    </fieldset>
  );
}
