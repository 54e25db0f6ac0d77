import type { Knex } from 'knex';

/** Runs anyway: a test's question whether the queue is empty, and the domains and modes that an app reads at its start. */
const RUNS_ANYWAY = /^select "last_error"|from "station_domains"|"operating_modes"/;

/** The statements that run during an action, without their values. */
export async function statementsOf(knex: Knex, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const note = ({ sql }: { sql: string }) => {
    if (!RUNS_ANYWAY.test(sql)) statements.push(sql);
  };
  knex.on('query', note);
  await work();
  knex.removeListener('query', note);
  return statements;
}
