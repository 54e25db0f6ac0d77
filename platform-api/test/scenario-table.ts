import type { Knex } from 'knex';
import { startScenario, type Scenario } from './buyer-scenarios.ts';

/** Runs a scenario and describes the result in a few words. Throws when something was lost or doubled. */
export type Cell = (scenario: Scenario) => Promise<string>;

/** Cells by row and column. */
type Table = Record<string, Record<string, Cell>>;

/** The cells of a table. */
export function tableOf<Row extends string, Column extends string>(
  rows: readonly Row[],
  columns: readonly Column[],
  cell: (row: Row, column: Column) => Cell,
): Table {
  const rowOf = (row: Row) =>
    Object.fromEntries(columns.map((column) => [column, cell(row, column)]));
  return Object.fromEntries(rows.map((row) => [row, rowOf(row)]));
}

/**
 * Runs the scenarios of all cells and prints the results. The databases work in parallel, because a scenario
 * mostly waits.
 * @param columns in their order
 * @returns the failures, with their cells
 */
export async function printScenarios(
  title: string,
  table: Table,
  columns: readonly string[],
  databases: { knex: Knex; url: string }[],
): Promise<string[]> {
  const cells = Object.entries(table).flatMap(([row, ofRow]) =>
    Object.entries(ofRow).map(([column, cell]) => ({ row, column, cell })),
  );
  const told = new Map<string, string>();
  const faults: string[] = [];
  async function livesOn(database: { knex: Knex; url: string }): Promise<void> {
    for (let next = cells.shift(); next; next = cells.shift()) {
      const place = `${next.row}, ${next.column}`;
      const scenario = await startScenario(database);
      const text = await next.cell(scenario).catch((error: unknown) => {
        faults.push(`${place}: ${error instanceof Error ? error.message : String(error)}`);
        return 'LOST';
      });
      told.set(place, text);
      await scenario.end();
      // The next scenario's worker must not run jobs of this one.
      await database.knex('graphile_worker._private_jobs').delete();
    }
  }
  await Promise.all(databases.map(livesOn));
  process.stdout.write(`\n${title}\n${drawn(table, columns, told)}\n`);
  return faults;
}

function drawn(table: Table, columns: readonly string[], told: Map<string, string>): string {
  const line = (first: string, cells: string[]) =>
    [first.padEnd(26), ...cells.map((cell) => cell.padEnd(15))].join(' ').trimEnd();
  const lines = Object.keys(table).map((row) =>
    line(
      row,
      columns.map((column) => told.get(`${row}, ${column}`) ?? '·'),
    ),
  );
  return [line('', [...columns]), ...lines].join('\n');
}
