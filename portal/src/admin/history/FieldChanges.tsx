import ArrowRight from 'lucide-react/icons/arrow-right';
import { useState } from 'react';
import type { FieldChange } from './audit-words.ts';

/** From so many characters on a text is cut, in characters (ours: two lines of the dialog). */
const CUT_AT = 120;

/** What was there and what came, field by field. */
export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className="@container flex flex-col gap-1.5 text-small">
      {changes.map(({ field, name, before, after }) => (
        <div key={field} className="grid gap-x-4 @lg:grid-cols-[10rem_minmax(0,1fr)]">
          <dt className="text-muted">{name}</dt>
          <dd className="flex min-w-0 flex-wrap items-start gap-x-2">
            {before === null ? null : <Value text={before} />}
            {after === null ? null : (
              <span className="flex min-w-0 gap-x-2">
                {before === null ? null : <Became />}
                <Value text={after} />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Became = () => (
  <>
    <ArrowRight aria-hidden="true" className="mt-[0.25em] size-3.5 flex-none text-muted" />
    <span className="sr-only">became</span>
  </>
);

/** A value, cut if it is long, with a way to see all of it. */
function Value({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (text === '') return <span className="text-muted italic">empty</span>;
  if (text.length <= CUT_AT)
    return <span className="wrap-anywhere whitespace-pre-line">{text}</span>;
  return (
    <span className="wrap-anywhere whitespace-pre-line">
      {isWhole ? text : `${text.slice(0, CUT_AT)}…`}{' '}
      <button
        type="button"
        aria-expanded={isWhole}
        className="link cursor-pointer"
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? 'Show less' : 'Show all'}
      </button>
    </span>
  );
}
