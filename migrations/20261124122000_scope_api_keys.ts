import type { Knex } from 'knex';

/** API keys can be limited to parts of the API. Keys with `read` or `write` keep their rights in all of them. */
export async function up(knex: Knex): Promise<void> {
  await scopes(knex, [...FORMER, ...NEW]);
}

export async function down(knex: Knex): Promise<void> {
  await knex('api_keys').whereRaw('scopes && cast(? as text[])', [NEW]).delete();
  await scopes(knex, FORMER);
}

const FORMER = ['read', 'write', 'admin', 'announcements:write'];
const NEW = [
  'announcements:read',
  ...['stations', 'assets', 'messages', 'billing', 'account', 'webhooks'].flatMap((part) => [
    `${part}:read`,
    `${part}:write`,
  ]),
];

/** Sets which scopes a key can have. */
async function scopes(knex: Knex, allowed: readonly string[]): Promise<void> {
  const list = allowed.map((scope) => `'${scope}'`).join(', ');
  await knex.raw('alter table api_keys drop constraint api_keys_scopes');
  await knex.raw(
    `alter table api_keys add constraint api_keys_scopes
     check (cardinality(scopes) > 0 and scopes <@ array[${list}]) not valid`,
  );
}
