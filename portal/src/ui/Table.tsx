// The roles are said again: some browsers forget them where `display` makes cards of rows on phones.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { clsx } from 'clsx';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import type { ReactNode } from 'react';

/** A column: what stands above it, and what it shows of a row. */
export interface Column<Row> {
  /** Also the column's key, so no two are the same. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Amounts and counts stand to the right, digit under digit. */
  numeric?: boolean;
  /** Words of people's own, however long: they break anywhere before they make the table too wide. */
  free?: boolean;
  /** What can be done about the row: it ends the row, and of a card it has the corner beside the name. */
  acts?: boolean;
  /** Rows can be sorted by it: its name is then a button. Phones show no names, and need another way. */
  sort?: {
    /** Undefined: they are sorted by something else. */
    direction: 'ascending' | 'descending' | undefined;
    onSort: () => void;
  };
}

interface TableProps<Row> {
  /** What the table holds, for those who hear the page. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** It has many columns: its rows are cards on tablets too. */
  wide?: boolean;
  /** In place of rows when there are none; usually an `EmptyState`. */
  empty?: ReactNode;
}

/** Rows and columns; on phones each row is a card and each value carries its column's name. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  wide = false,
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
      <thead role="rowgroup" className="sr-only tabled:not-sr-only tabled:table-header-group">
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
            className="relative block border-b border-line py-3 last:border-0 tabled:table-row tabled:py-0 carded:sm:grid carded:sm:grid-cols-2 carded:sm:gap-x-10"
          >
            {columns.map((column, index) => (
              <Cell key={column.header} column={column} row={row} isFirst={index === 0} />
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
  /** On cards it is the card's name and needs no other. */
  isFirst: boolean;
}

/** A value; on cards with its column's name before it, both in columns of their own. */
function Cell<Row>({ column, row, isFirst }: CellProps<Row>) {
  const { header, cell, numeric, free, acts } = column;
  const isNamed = !isFirst && !acts;
  return (
    <td
      role="cell"
      className={clsx(
        'block tabled:table-cell tabled:px-3 tabled:py-3 tabled:first:ps-0 tabled:last:pe-0',
        // As high and as narrow as what stands in the corner leaves it.
        isFirst &&
          'carded:col-span-full carded:grid carded:min-h-11 carded:content-center carded:pe-20 carded:font-semibold',
        isNamed && 'carded:grid carded:grid-cols-[6rem_minmax(0,1fr)] carded:gap-x-4 carded:py-0.5',
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
      <div className={clsx('min-w-0', free && 'wrap-anywhere tabled:min-w-28')}>{cell(row)}</div>
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
          // The name ends where the digits below it end.
          numeric && 'flex-row-reverse',
        )}
      >
        {name}
        {/* Its place is kept, so that nothing moves when the order changes. */}
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
