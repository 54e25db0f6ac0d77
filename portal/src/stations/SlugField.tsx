import { clsx } from 'clsx';
import CircleCheck from 'lucide-react/icons/circle-check';
import { Controller } from 'react-hook-form';
import { publicUrl } from '../ui/public-url.ts';
import { Field } from '../ui/Field.tsx';
import type { ApiForm } from '../ui/use-api-form.ts';
import { SlugInput } from './SlugInput.tsx';
import type { SlugVerdict } from './use-slug-verdict.ts';

interface Slug {
  station_slug: string;
}

interface SlugFieldProps {
  form: ApiForm<Slug, Slug>;
  verdict: SlugVerdict;
}

/** The end of the address behind its host, and below it what is known of what was typed. */
export function SlugField({ form, verdict }: SlugFieldProps) {
  const host = `${new URL(publicUrl).host}/`;
  const label = (
    <>
      Station URL<span className="sr-only">, the part after {host}</span>
    </>
  );
  return (
    <div className="flex flex-col gap-1.5">
      <Controller
        control={form.control}
        name="station_slug"
        render={({ field }) => (
          <Field label={label} error={verdict.is === 'refused' ? verdict.words : undefined}>
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span aria-hidden="true" className="text-muted wrap-anywhere">
                {host}
              </span>
              <SlugInput
                {...field}
                readOnly={verdict.is === 'spent'}
                className="min-w-48 flex-1 read-only:bg-sunken read-only:text-muted"
              />
            </div>
          </Field>
        )}
      />
      <VerdictLine {...verdict} />
    </div>
  );
}

/** Read out as it changes. A refusal stands at the field already, and is only read out here. */
function VerdictLine({ is, words }: SlugVerdict) {
  const isFree = is === 'free';
  return (
    <p
      role="status"
      className={clsx(
        'flex items-start gap-1.5 text-small empty:hidden',
        isFree ? 'font-medium text-good' : 'text-muted',
        is === 'refused' && 'sr-only',
      )}
    >
      {isFree ? (
        <CircleCheck aria-hidden="true" className="mt-[0.15em] size-[1.15em] flex-none" />
      ) : null}
      <span className="min-w-0 wrap-anywhere">{words}</span>
    </p>
  );
}
