import { MAX_LINE_LENGTH } from '@stationhouse/platform-api/contract/limits';
import { clsx } from 'clsx';
import X from 'lucide-react/icons/x';
import { useId, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { DeskFilters } from '../desk-address.ts';
import { CustomerFilterFields } from './CustomerFilterFields.tsx';
import { useSettledInput } from './use-settled-input.ts';

/** Narrows the customers down: by a part of a name, and by what they have. On phones the latter unfolds. */
export function CustomerFilterBar({ filters, filter }: DeskFilters) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div
      role="search"
      aria-label="Customers"
      // As the table below it, so that an order can be chosen where that has no head.
      data-wide
      className="grid gap-3 tabled:grid-cols-[minmax(0,1fr)_auto]"
    >
      <SearchField search={filters.search ?? ''} onFilter={filter} />
      <Button
        kind="secondary"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="sm:hidden"
      >
        {isOpen ? 'Hide Filters' : 'Show Filters'}
      </Button>
      <div
        id={id}
        className={clsx(
          'grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] tabled:grid-cols-[repeat(4,9.5rem)]',
          !isOpen && 'max-sm:hidden',
        )}
      >
        <CustomerFilterFields filters={filters} onFilter={filter} />
      </div>
    </div>
  );
}

interface SearchFieldProps {
  search: string;
  onFilter: DeskFilters['filter'];
}

function SearchField({ search, onFilter }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { value, onChange, settle } = useSettledInput(search, (typed) =>
    onFilter({ search: typed }, { replace: true }),
  );
  return (
    <Field label="Search">
      <span className="relative block">
        <TextInput
          ref={input}
          type="search"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') settle(value);
          }}
          onBlur={() => settle(value)}
          placeholder="Name, company, e-mail or station"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_LINE_LENGTH}
          className="pe-11 text-ellipsis [&::-webkit-search-cancel-button]:hidden"
        />
        {value === '' ? null : (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => {
              settle('');
              input.current?.focus();
            }}
            className="absolute inset-y-0 end-0 grid w-11 cursor-pointer place-items-center rounded-card text-muted hover:text-ink"
          >
            <X aria-hidden="true" className="size-4.5" />
          </button>
        )}
      </span>
    </Field>
  );
}
