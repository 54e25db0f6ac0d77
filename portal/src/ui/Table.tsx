// The roles are said again: some browsers forget them where `display` makes cards of rows on phones.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A column: what stands above it, and what it shows of a row. */
export interface Column<Row> {
  /** Also the column's key, so no two are the same. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Amounts and counts stand to the right, digit under digit. */
  numeric?: boolean;
}

interface TableProps<Row> {
  /** What the table holds, for those who hear the page. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** In place of rows when there are none; usually an `EmptyState`. */
  empty?: ReactNode;
}

/** Rows and columns; on phones each row is a card and each value carries its column's name. */
export function Table<Row>({ caption, columns, rows, rowKey, empty }: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <table role="table" className="block w-full text-start md:table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
        <tr role="row">
          {columns.map(({ header, numeric }) => (
            <th
              key={header}
              role="columnheader"
              scope="col"
              className={clsx(
                'border-b border-line px-3 py-2.5 text-small font-semibold text-muted first:ps-0 last:pe-0',
                numeric ? 'text-end' : 'text-start',
              )}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block md:table-row-group">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className="block border-b border-line py-3 last:border-0 md:table-row md:py-0"
          >
            {columns.map(({ header, cell, numeric }, index) => (
              <td
                key={header}
                role="cell"
                className={clsx(
                  'flex min-h-8 items-center justify-between gap-4 md:table-cell md:px-3 md:py-3 md:first:ps-0 md:last:pe-0',
                  numeric && 'tabular md:text-end',
                )}
              >
                {index === 0 ? (
                  // On phones it is the card's name and needs no other.
                  <div className="min-w-0 max-md:font-semibold">{cell(row)}</div>
                ) : (
                  <>
                    <span aria-hidden="true" className="flex-none text-small text-muted md:hidden">
                      {header}
                    </span>
                    <div className="min-w-0 max-md:text-end">{cell(row)}</div>
                  </>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
