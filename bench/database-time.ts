// How long the database itself takes for the statements that the product sends.
import type { Knex } from 'knex';
import type pg from 'pg';
import { median } from './figure.ts';

/** A statement as it is sent to the database. */
export interface Statement {
  sql: string;
  bindings: readonly unknown[];
}

/** The statements that a query sends to the database. */
export async function statementsOf(
  db: Knex,
  ask: (db: Knex) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const keep = (statement: Statement): number => statements.push(statement);
  db.on('query', keep);
  await ask(db);
  db.off('query', keep);
  return statements;
}

/** PostgreSQL's report on one executed statement (manual, EXPLAIN). */
interface Explained {
  'Planning Time': number;
  'Execution Time': number;
  Plan: PlanNode;
}
interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/**
 * Times in ms by the database's own clock, planning included; and the scans that found the rows.
 */
export async function timed(
  client: pg.Client,
  statements: Statement[],
  times: number,
): Promise<{ ms: number[]; nodes: string[] }> {
  const ms: number[] = [];
  const nodes = new Set<string>();
  for (let time = 0; time < times; time += 1) {
    let sum = 0;
    for (const { sql, bindings } of statements) {
      const { rows } = await client.query(`explain (analyze, timing off, format json) ${sql}`, [
        ...bindings,
      ]);
      const [explained]: [Explained] = rows[0]['QUERY PLAN'];
      sum += explained['Planning Time'] + explained['Execution Time'];
      for (const node of scansOf(explained.Plan)) nodes.add(node);
    }
    ms.push(sum);
  }
  return { ms, nodes: [...nodes] };
}

/** PostgreSQL reads a table of fewer rows as a whole, whatever its indexes. */
const FEW_ROWS = 100;

function scansOf(node: PlanNode): string[] {
  const inner = (node.Plans ?? []).flatMap(scansOf);
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  if (node['Node Type'] === 'Seq Scan' && rows < FEW_ROWS) return inner;
  return node['Node Type'].endsWith('Scan') ? [node['Node Type'], ...inner] : inner;
}

/** The median and the 99th percentile. */
export function percentiles(ms: number[]): string {
  const sorted = ms.toSorted((a, b) => a - b);
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN;
  return `p50 ${median(ms).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}
