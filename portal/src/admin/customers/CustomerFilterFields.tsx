import { PACKAGE_NAMES, STATION_STATUSES } from '@stationhouse/platform-api/contract/limits';
import type { CustomerFilters } from '@stationhouse/sdk/client';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { DeskFilters } from '../desk-address.ts';
import { statusWord } from '../StatusBadge.tsx';
import { ORDER_CHOICES, orderIn } from './customer-sorts.ts';
import { useSettledInput } from './use-settled-input.ts';

const ANY = { value: '', label: 'Any' };
const STATUS_CHOICES = [
  ANY,
  ...STATION_STATUSES.map((value) => ({
    value,
    // To visitors and in the table it is inactive like others; here one asks for those alone.
    label: value === 'suspended' ? 'Inactive, unpaid' : statusWord(value),
  })),
];
const PACKAGE_CHOICES = [ANY, ...PACKAGE_NAMES.map((name) => ({ value: name, label: name }))];

interface FilterFieldsProps {
  filters: CustomerFilters;
  onFilter: DeskFilters['filter'];
}

/** How the station stands, its package, when its owner joined, and in which order. */
export function CustomerFilterFields({ filters, onFilter }: FilterFieldsProps) {
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

/** A day, which people type part by part. */
function DayField({ label, name, filters, onFilter }: DayFieldProps) {
  const day = useSettledInput(filters[name] ?? '', (typed) =>
    onFilter({ [name]: typed }, { replace: true }),
  );
  return (
    <Field label={label}>
      <TextInput
        type="date"
        value={day.value}
        onChange={({ target }) => day.onChange(target.value)}
        onBlur={() => day.settle(day.value)}
        // Without it a year may have six digits.
        max="9999-12-31"
      />
    </Field>
  );
}

/** For screens that show rows as cards; wider ones sort by the head of the table. */
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
