import { useQuery } from '@tanstack/react-query';
import { over, signOn } from '@stationhouse/platform-api/contract/site/colours';
import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import { useId } from 'react';
import { isSameColour } from './colour.ts';
import { coloursOfLogo } from './logo-colour.ts';

const NONE: string[] = [];

/** The colours of a logo, the best first; undefined while they are looked for. */
export function useLogoColours(logo: string | null): string[] | undefined {
  const { data } = useQuery({
    queryKey: ['logo-colours', logo],
    queryFn: () => coloursOfLogo(logo ?? ''),
    enabled: logo !== null,
    staleTime: Infinity,
  });
  return logo === null ? NONE : data;
}

interface LogoColoursProps {
  logo: string | null;
  /** The chosen colour; null: none of them. */
  value: string | null;
  label: string;
  /** For a station without a logo, or with one that has no colours. */
  instead?: { label: string; colours: readonly string[] };
  hint?: string;
  onUse: (colour: string) => void;
}

/** Proposes the colours of the logo as discs, or others instead. */
export function LogoColours({ logo, value, label, instead, hint, onUse }: LogoColoursProps) {
  const name = useId();
  const found = useLogoColours(logo);
  const shown = found?.length === 0 ? instead : found && { label, colours: found };
  if (!shown) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-semibold">{shown.label}</legend>
      <div className="flex flex-wrap gap-2.5">
        {shown.colours.map((colour, n) => (
          <label
            key={colour}
            className={clsx(
              'relative grid size-11 flex-none cursor-pointer place-items-center rounded-full border border-edge p-1',
              'has-checked:border-primary has-checked:shadow-[inset_0_0_0_1px_var(--primary)]',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={value !== null && isSameColour(value, colour)}
              onChange={() => onUse(colour)}
              className="peer absolute inset-0 cursor-pointer opacity-0"
            />
            <span
              aria-hidden="true"
              style={{ background: colour }}
              className="size-full rounded-full border border-line forced-color-adjust-none"
            />
            <Check
              aria-hidden="true"
              color={signOn(over(colour))}
              strokeWidth={3}
              className="pointer-events-none absolute size-5 not-peer-checked:hidden"
            />
            <span className="sr-only">{`Colour ${n + 1}, ${colour}`}</span>
          </label>
        ))}
      </div>
      {hint === undefined ? null : <p className="mt-1.5 text-small text-muted">{hint}</p>}
    </fieldset>
  );
}
