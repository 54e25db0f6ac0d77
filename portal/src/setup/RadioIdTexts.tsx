import { MAX_RADIO_ID_TEXT_LENGTH } from '@stationhouse/platform-api/contract/voices/values';
import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Controller, useWatch } from 'react-hook-form';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { TextArea } from '../ui/TextInput.tsx';
import type { SetupForm } from './use-setup-form.ts';

/** The remaining characters at which they are shown. */
const NEARLY_FULL = 50;

/** About 150 words of six characters a minute, as newsreaders speak. */
const CHARACTERS_A_SECOND = 15;

/** 'About 6 seconds', and the remaining characters when few are left. */
function hintOf(text: string): string | undefined {
  const length = text.trim().length;
  if (length === 0) return undefined;
  const seconds = Math.max(1, Math.round(length / CHARACTERS_A_SECOND));
  const left = MAX_RADIO_ID_TEXT_LENGTH - text.length;
  const duration = `About ${seconds === 1 ? '1 second' : `${seconds} seconds`}`;
  if (left > NEARLY_FULL) return duration;
  return `${duration} · ${left === 1 ? '1 character left' : `${left} characters left`}`;
}

/** Scripts to start from. */
const examplesFor = (name: string) => [
  `You are listening to ${name}.`,
  `${name}. Good to have you here.`,
  `Take your time. This is ${name}, and the music stays with you all day.`,
];

interface RadioIdTextsProps {
  form: SetupForm;
  /** The limit of the package. */
  most: number;
}

/** The scripts of the radio IDs, one row each (specification §5). */
export function RadioIdTexts({ form, most }: RadioIdTextsProps) {
  const name = useWatch({ control: form.control, name: 'station_name_request' }).trim();
  return (
    <Controller
      control={form.control}
      name="radio_id_texts"
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <Rows
          texts={value}
          most={most}
          examples={name === '' ? [] : examplesFor(name)}
          error={fieldState.error?.message}
          onChange={onChange}
          onBlur={onBlur}
        />
      )}
    />
  );
}

interface RowsProps {
  texts: readonly string[];
  most: number;
  /** None before the station has a name. */
  examples: readonly string[];
  error: string | undefined;
  onChange: (texts: string[]) => void;
  onBlur: () => void;
}

function Rows({ texts, most, examples, error, onChange, onBlur }: RowsProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const change = (next: string[], focusAt: number) => {
    // Renders the row at once, so that it can be focused.
    flushSync(() => onChange(next));
    list.current?.querySelectorAll('textarea')[focusAt]?.focus();
  };
  /** Into the first empty row, else into a new one. */
  const insert = (example: string) => {
    const empty = texts.findIndex((text) => text.trim() === '');
    const at = empty === -1 ? texts.length : empty;
    if (at < most) change(texts.toSpliced(at, 1, example), at);
  };
  const offered = examples.filter((example) => !texts.includes(example));
  const hasRoom = texts.length < most || texts.some((text) => text.trim() === '');
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-4">
      <div className="flex items-baseline justify-between gap-4">
        <span id={id} className="text-small font-semibold">
          Radio ID scripts
        </span>
        <span className="tabular text-small text-muted">
          {texts.filter((text) => text.trim() !== '').length} of {most}
        </span>
      </div>
      <div className="-mt-2 flex flex-col gap-2">
        <p className="text-small text-muted">
          {examples.length === 0
            ? 'Give your station a name above, and we suggest some lines here.'
            : 'Tap a line to start from:'}
        </p>
        <ul className="flex flex-wrap gap-2">
          {hasRoom
            ? offered.map((example) => (
                <li key={example} className="max-w-full">
                  <button
                    type="button"
                    onClick={() => insert(example)}
                    className="min-h-9 max-w-full cursor-pointer rounded-card border border-dashed border-edge px-3 py-1.5 text-start text-small wrap-anywhere hover:border-ink hover:bg-sunken"
                  >
                    <span className="sr-only">Use: </span>“{example}”
                  </button>
                </li>
              ))
            : null}
        </ul>
      </div>
      <ul ref={list} className="flex flex-col gap-4">
        {texts.map((text, n) => (
          // Rows have no identity other than their index.
          <li key={n} className="flex items-start gap-1">
            <Field
              label={`Script ${n + 1}`}
              hint={hintOf(text)}
              // The list's own error, which is its length, is shown at the last row.
              error={n === texts.length - 1 ? error : undefined}
              className="flex-1"
            >
              <TextArea
                rows={2}
                maxLength={MAX_RADIO_ID_TEXT_LENGTH}
                value={text}
                onChange={(event) => onChange(texts.with(n, event.target.value))}
                onBlur={onBlur}
                className="min-h-19!"
              />
            </Field>
            {texts.length > 1 ? (
              <button
                type="button"
                aria-label={`Remove script ${n + 1}`}
                onClick={() => change(texts.toSpliced(n, 1), Math.min(n, texts.length - 2))}
                className="mt-6.5 -me-2 grid size-11 flex-none cursor-pointer place-items-center rounded-card text-muted hover:bg-sunken hover:text-ink"
              >
                <Trash aria-hidden="true" className="size-5" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {texts.length < most ? (
        <Button
          kind="secondary"
          size="small"
          onClick={() => change([...texts, ''], texts.length)}
          className="self-start"
        >
          <Plus aria-hidden="true" />
          Add script
        </Button>
      ) : null}
    </div>
  );
}
