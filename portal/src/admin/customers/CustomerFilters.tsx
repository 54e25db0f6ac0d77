import { MAX_LINE_LENGTH, STATION_STATUSES } from '@stationhouse/platform-api/contract/limits';
import { PACKAGE_NAMES } from '@stationhouse/platform-api/contract/prices';
import type { CustomerFilters } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import X from 'lucide-react/icons/x';
import { useId, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { CustomerList } from '../admin-address.ts';
import { statusWord } from '../StatusBadge.tsx';
import { ORDER_CHOICES, orderIn } from './customer-sorts.ts';
import { useDebouncedInput } from './use-debounced-input.ts';

/** Search and filters for the customer table. On phones the filters are collapsed. */
export function CustomerFilterBar({ filters, filter }: CustomerList) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div
      role="search"
      aria-label="Customers"
      // The same breakpoint as the table, which has no sortable header on narrow screens.
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
        {isOpen ? 'Hide filters' : 'Show filters'}
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
  onFilter: CustomerList['filter'];
}

function SearchField({ search, onFilter }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { value, onChange, flush } = useDebouncedInput(search, (typed) =>
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
            if (key === 'Enter') flush(value);
          }}
          onBlur={() => flush(value)}
          placeholder="Name, company, email or station"
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
              flush('');
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

const ANY = { value: '', label: 'Any' };
const STATUS_CHOICES = [
  ANY,
  ...STATION_STATUSES.map((value) => ({
    value,
    // The table shows suspended stations as inactive. The filter tells them apart.
    label: value === 'suspended' ? 'Inactive, unpaid' : statusWord(value),
  })),
];
const PACKAGE_CHOICES = [ANY, ...PACKAGE_NAMES.map((name) => ({ value: name, label: name }))];

interface FilterFieldsProps {
  filters: CustomerFilters;
  onFilter: CustomerList['filter'];
}

/** Station status, package, date joined and order. */
function CustomerFilterFields({ filters, onFilter }: FilterFieldsProps) {
  return (
    <>
      <Field label="Status">
        <Select
          choices={STATUS_CHOICES}
          value={filters.status ?? ''}
          onChange={({ target }) => onFilter({ status: target.value })}
        />
      </Field>
      <Field label="Package">
        <Select
          choices={PACKAGE_CHOICES}
          value={filters.package_name ?? ''}
          onChange={({ target }) => onFilter({ package_name: target.value })}
        />
      </Field>
      <DayField label="Joined from" name="created_from" filters={filters} onFilter={onFilter} />
      <DayField label="Joined to" name="created_to" filters={filters} onFilter={onFilter} />
      <OrderField filters={filters} onFilter={onFilter} />
    </>
  );
}

interface DayFieldProps extends FilterFieldsProps {
  label: string;
  name: 'created_from' | 'created_to';
}

/** A date, which people type part by part. */
function DayField({ label, name, filters, onFilter }: DayFieldProps) {
  const day = useDebouncedInput(filters[name] ?? '', (typed) =>
    onFilter({ [name]: typed }, { replace: true }),
  );
  return (
    <Field label={label}>
      <TextInput
        type="date"
        value={day.value}
        onChange={({ target }) => day.onChange(target.value)}
        onBlur={() => day.flush(day.value)}
        // Without a maximum the browser allows years of six digits.
        max="9999-12-31"
      />
    </Field>
  );
}

/** For narrow screens, where rows are cards. Wide screens sort by the table header. */
function OrderField({ filters, onFilter }: FilterFieldsProps) {
  const { sort, order } = orderIn(filters);
  return (
    <Field label="Sorted by" className="sm:col-span-2 tabled:hidden">
      <Select
        choices={ORDER_CHOICES}
        value={`${sort} ${order}`}
        onChange={({ target }) => {
          const [by = '', way = ''] = target.value.split(' ');
          onFilter({ sort: by, order: way });
        }}
      />
    </Field>
  );
}
