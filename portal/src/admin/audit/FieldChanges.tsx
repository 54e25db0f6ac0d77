import ArrowRight from 'lucide-react/icons/arrow-right';
import { useState } from 'react';

/** One changed field. A value is null where the log does not have it. */
export interface FieldChange {
  /** The name in the log: 'station.status'. */
  field: string;
  name: string;
  before: string | null;
  after: string | null;
}

/** Longer texts are cut, in characters: about two lines of the dialog. */
const CUT_AT = 120;

/** Old and new values, field by field. */
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
                {before === null ? null : <ChangeArrow />}
                <Value text={after} />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const ChangeArrow = () => (
  <>
    <ArrowRight aria-hidden="true" className="mt-[0.25em] size-3.5 flex-none text-muted" />
    <span className="sr-only">became</span>
  </>
);

/** A value; a long one is cut, with a button that shows all of it. */
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
