import { MAX_LINE_LENGTH } from '@stationhouse/platform-api/contract/values';
import { clsx } from 'clsx';
import X from 'lucide-react/icons/x';
import { useId, useRef, useState, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { useDebouncedInput } from './customers/use-debounced-input.ts';

interface FilterBarProps {
  /** For screen readers: 'Customers'. */
  label: string;
  /** The search that is in force. */
  search: string;
  onSearch: (search: string) => void;
  /** The fields that are searched. */
  placeholder: string;
  /** Of a wide table, whose breakpoint it shares. */
  wide?: boolean;
  /** The columns of the filters. */
  className: string;
  /** The filters. */
  children: ReactNode;
}

/** Search as you type, and filters. On phones the filters are collapsed. */
export function FilterBar(props: FilterBarProps) {
  const { label, search, onSearch, placeholder, wide = false, className, children } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div
      role="search"
      aria-label={label}
      data-wide={wide || undefined}
      className={clsx('grid gap-3', wide && 'tabled:grid-cols-[minmax(0,1fr)_auto]')}
    >
      <SearchField search={search} onSearch={onSearch} placeholder={placeholder} />
      <Button
        kind="secondary"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="sm:hidden"
      >
        {isOpen ? 'Hide filters' : 'Show filters'}
      </Button>
      <div id={id} className={clsx('grid gap-3', className, !isOpen && 'max-sm:hidden')}>
        {children}
      </div>
    </div>
  );
}

type SearchFieldProps = Pick<FilterBarProps, 'search' | 'onSearch' | 'placeholder'>;

function SearchField({ search, onSearch, placeholder }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { value, onChange, flush } = useDebouncedInput(search, onSearch);
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
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_LINE_LENGTH}
          className="pe-11 [&::-webkit-search-cancel-button]:hidden"
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
