// Explicit roles: some browsers drop the implicit ones when `display` turns rows into cards on phones.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { clsx } from 'clsx';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import type { ReactNode } from 'react';

/** A column of a table. */
export interface Column<Row> {
  /** Also the column's key, so it must be unique. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned, digit under digit. */
  numeric?: boolean;
  /** Free text, which may break anywhere. */
  free?: boolean;
  /**
   * The place on the cards of a compact table: the title and its value on the first line, a text and its value on the
   * second. Without it the column is hidden there.
   */
  card?: 'title' | 'title-value' | 'text' | 'text-value';
  /** The actions of the row: last in the row, top right on a card. */
  acts?: boolean;
  /** Makes the header a sort button. Phones show no headers and need another control. */
  sort?: {
    /** Undefined when another column is sorted. */
    direction: 'ascending' | 'descending' | undefined;
    onSort: () => void;
  };
}

interface TableProps<Row> {
  /** For screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Has many columns: its rows are cards on tablets too. */
  wide?: boolean;
  /** Rows of 48 px with one line, and a head that stays in sight. For lists of hundreds. */
  dense?: boolean;
  /** A card has two lines without the columns' names, instead of a line for each column. */
  compact?: boolean;
  /** Shown when there are no rows; usually an `EmptyState`. */
  empty?: ReactNode;
}

/** A table. On phones each row is a card, and each value has its column's name. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  wide = false,
  compact = false,
  dense = false,
  empty,
}: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <table
      role="table"
      data-wide={wide || undefined}
      className="block w-full text-start tabled:table"
    >
      <caption className="sr-only">{caption}</caption>
      <thead
        role="rowgroup"
        className={clsx(
          'sr-only tabled:not-sr-only tabled:table-header-group',
          dense && 'tabled:sticky! tabled:top-(--desk-head) tabled:z-10 tabled:bg-surface',
        )}
      >
        <tr role="row">
          {columns.map(({ header, numeric, acts, sort }) => (
            <th
              key={header}
              role="columnheader"
              scope="col"
              aria-sort={sort?.direction}
              className={clsx(
                'border-b border-line px-3 py-2.5 text-small font-semibold text-muted first:ps-0 last:pe-0',
                numeric || acts ? 'text-end' : 'text-start',
              )}
            >
              {sort ? <SortButton name={header} numeric={numeric} {...sort} /> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block tabled:table-row-group">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            data-row
            className={clsx(
              'relative block border-b border-line py-3 last:border-0 tabled:table-row tabled:py-0',
              dense && 'scroll-mt-32 scroll-mb-8 focus-within:bg-sunken hover:bg-sunken',
              compact
                ? 'carded:grid carded:grid-cols-[minmax(0,1fr)_auto_auto] carded:gap-x-2 carded:gap-y-1 carded:pe-12'
                : 'carded:sm:grid carded:sm:grid-cols-2 carded:sm:gap-x-10',
            )}
          >
            {columns.map((column, index) => (
              <Cell
                key={column.header}
                column={column}
                row={row}
                isFirst={index === 0}
                compact={compact}
                dense={dense}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  /** The title of a card. */
  isFirst: boolean;
  compact: boolean;
  dense: boolean;
}

// The first line's value is beside the second's, so that a short one leaves room for the title.
const CARD_PLACES = {
  title: 'carded:col-span-2 carded:col-start-1 carded:row-start-1 carded:min-w-0',
  'title-value': 'carded:col-start-3 carded:row-start-1 carded:text-end',
  text: 'carded:col-start-1 carded:row-start-2 carded:min-w-0 carded:self-center carded:text-small carded:text-muted',
  'text-value': 'carded:col-span-2 carded:col-start-2 carded:row-start-2 carded:text-end',
} as const;

/** A value; on cards with its column's name before it. */
function Cell<Row>({ column, row, isFirst, compact, dense }: CellProps<Row>) {
  const { header, cell, numeric, free, acts, card } = column;
  const isNamed = !isFirst && !acts && !compact;
  return (
    <td
      role="cell"
      className={clsx(
        'block tabled:table-cell tabled:px-3 tabled:first:ps-0 tabled:last:pe-0',
        dense ? 'tabled:h-12 tabled:py-0.5 tabled:whitespace-nowrap' : 'tabled:py-3',
        // Free texts share the width that the others leave, instead of widening the table.
        dense && free && 'tabled:w-1/2 tabled:max-w-0',
        // Leaves room for the actions in the corner.
        isFirst &&
          !compact &&
          'carded:col-span-full carded:grid carded:min-h-11 carded:content-center carded:pe-20 carded:font-semibold',
        isNamed && 'carded:grid carded:grid-cols-[6rem_minmax(0,1fr)] carded:gap-x-4 carded:py-0.5',
        compact && !acts && card === undefined && 'carded:hidden',
        compact && card && CARD_PLACES[card],
        acts && 'carded:absolute carded:end-0 carded:top-3',
        numeric && 'tabular',
        (numeric || acts) && 'tabled:text-end',
      )}
    >
      {isNamed ? (
        <span aria-hidden="true" className="text-small leading-[1.6rem] text-muted tabled:hidden">
          {header}
        </span>
      ) : null}
      <div
        className={clsx(
          'min-w-0',
          free && 'wrap-anywhere tabled:min-w-28',
          compact && !acts && 'carded:truncate',
          dense && !acts && 'tabled:truncate',
        )}
      >
        {cell(row)}
      </div>
    </td>
  );
}

type SortButtonProps = NonNullable<Column<never>['sort']> & {
  name: string;
  numeric: boolean | undefined;
};

function SortButton({ name, numeric, direction, onSort }: SortButtonProps) {
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <>
      <span className="tabled:hidden">{name}</span>
      <button
        type="button"
        onClick={onSort}
        className={clsx(
          'group -my-1 inline-flex min-h-8 cursor-pointer items-center gap-1 rounded-small hover:text-ink carded:hidden pointer-coarse:min-h-11',
          // Aligned with the digits below.
          numeric && 'flex-row-reverse',
        )}
      >
        {name}
        {/* Always rendered, so that nothing moves when the order changes. */}
        <Arrow
          aria-hidden="true"
          className={clsx(
            'size-3.5 flex-none',
            direction === undefined && 'invisible group-hover:visible group-hover:opacity-50',
          )}
        />
      </button>
    </>
  );
}
