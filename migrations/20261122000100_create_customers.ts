import type { Knex } from 'knex';

/** What the desk shows of a customer, in the order of the table's columns. */
const COLUMNS = [
  'user_id',
  'role',
  'first_name',
  'last_name',
  'email',
  'company_name',
  'package_name',
  'status',
  'station_name',
  'station_slug',
  'total_amount',
  'currency',
  'collected_amount',
  'purchased_at',
  'setup_form_submitted_at',
  'created_at',
  'sort_name',
  'sort_company',
  'search',
];

/** Where it comes from, what of it is looked at, and the column that says whose it is. */
const SOURCES = [
  { table: 'users', owner: 'id', columns: ['email', 'departed_at', 'created_at'] },
  { table: 'user_roles', owner: 'user_id', columns: ['user_id', 'role'] },
  {
    table: 'profiles',
    owner: 'user_id',
    columns: ['user_id', 'first_name', 'last_name', 'company_name', 'setup_form_submitted_at'],
  },
  {
    table: 'radio_stations',
    owner: 'user_id',
    columns: [
      'user_id',
      'status',
      'station_name',
      'station_slug',
      'package_name',
      'total_amount',
      'currency',
      'purchased_at',
    ],
  },
  {
    table: 'invoices',
    owner: 'user_id',
    columns: ['user_id', 'status', 'amount_paid', 'amount_refunded'],
  },
];

/**
 * The desk's table: a row for everybody who has not left, with all that is listed, sorted, searched and summed
 * (decision 15). It is kept by the database itself, so that no way of changing a row can forget it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create extension if not exists pg_trgm');

  // No letter is another one for its accent or its case.
  await knex.raw(`
    create function folded(text) returns text language sql immutable strict parallel safe as $$
      select lower(regexp_replace(normalize($1, NFKD), '[\\u0300-\\u036f]', '', 'g'))
    $$
  `);

  // Whoever wants a member's station, whatever its status, has no use for the indexes of one status each.
  await knex.schema.alterTable('radio_stations', (table) => table.index(['user_id']));

  await createTable(knex);
  await createView(knex);
  await knex.raw('insert into customers select * from customers_anew');
  await createIndexes(knex);
  await createTriggers(knex);
}

async function createTable(knex: Knex): Promise<void> {
  await knex.schema.createTable('customers', (table) => {
    // Refers to no row: deleting a user would take this row's lock before others', see refresh_customer.
    table.uuid('user_id').primary();
    table.text('role').notNullable();
    table.text('first_name').notNullable();
    table.text('last_name').notNullable();
    table.text('email');
    table.text('company_name');
    table.text('package_name');
    table.text('status');
    table.text('station_name');
    table.text('station_slug');
    table.integer('total_amount');
    table.text('currency').notNullable();
    // What was paid, less what went back.
    table.bigInteger('collected_amount').notNullable();
    table.timestamp('purchased_at');
    table.timestamp('setup_form_submitted_at');
    table.timestamp('created_at').notNullable();
    // Sorted the same on every system, whatever locale its database has.
    table.specificType('sort_name', 'text collate "C"');
    table.specificType('sort_company', 'text collate "C"');
    table.text('search').notNullable();
  });
}

/**
 * A member's station is the one whose payment is not pending, if there is one. Times are as precise as they
 * cross the wire, and what is sorted by as long as it fits into a cursor. Between what is searched stands a
 * line's end, so that nothing is found across two fields.
 */
async function createView(knex: Knex): Promise<void> {
  await knex.raw(`
    create view customers_anew as
    select u.id as user_id,
      coalesce(r.role, 'user') as role,
      coalesce(p.first_name, '') as first_name,
      coalesce(p.last_name, '') as last_name,
      u.email,
      p.company_name,
      s.package_name,
      s.status,
      s.station_name,
      s.station_slug,
      s.total_amount,
      coalesce(s.currency, 'eur') as currency,
      (select coalesce(sum(i.amount_paid - i.amount_refunded), 0) from invoices i
        where i.user_id = u.id and i.status = 'paid') as collected_amount,
      date_trunc('milliseconds', s.purchased_at) as purchased_at,
      date_trunc('milliseconds', p.setup_form_submitted_at) as setup_form_submitted_at,
      date_trunc('milliseconds', u.created_at) as created_at,
      left(nullif(folded(concat_ws(E'\\n', nullif(p.last_name, ''), nullif(p.first_name, ''))), ''), 100)
        collate "C" as sort_name,
      left(nullif(folded(p.company_name), ''), 100) collate "C" as sort_company,
      folded(concat_ws(E'\\n', concat_ws(' ', p.first_name, p.last_name), p.company_name, u.email,
        s.station_name, s.station_slug)) as search
    from users u
    left join user_roles r on r.user_id = u.id
    left join profiles p on p.user_id = u.id
    left join lateral (
      select package_name, status, station_name, station_slug, total_amount, currency, purchased_at
      from radio_stations where user_id = u.id
      order by status = 'payment_pending' limit 1
    ) s on true
    where u.departed_at is null
  `);
}

async function createIndexes(knex: Knex): Promise<void> {
  for (const sort of ['created_at', 'purchased_at', 'sort_name', 'sort_company', 'total_amount']) {
    await knex.raw('create index on customers (??, user_id)', [sort]);
  }
  // The queue of pending setups, oldest first.
  await knex.raw('create index on customers (status, purchased_at, user_id)');
  // All that the figures are counted from. Most rows are alike in it, so it is a fiftieth of the table.
  await knex.raw(`
    create index customers_figures_index
    on customers (role, status, total_amount, collected_amount)
  `);
  // Amounts go by package: in the order of amounts a whole package may come before the one that is wanted.
  await knex.raw('create index on customers (package_name, total_amount, user_id)');
  await knex.raw('create index on customers using gin (search gin_trgm_ops)');
}

/**
 * At a commit all that it changed is there, and the row of `customers` is the last that a transaction waits
 * for: two of one customer can't wait for each other. Each statement sees what was committed before it began,
 * so whoever has waited for the row reads anew.
 */
async function createTriggers(knex: Knex): Promise<void> {
  const columns = COLUMNS.join(', ');
  await knex.raw(`
    create function refresh_customer(customer uuid) returns void language plpgsql as $$
    begin
      insert into customers select * from customers_anew where user_id = customer
        and not exists (select from customers where user_id = customer)
        on conflict do nothing;
      perform from customers where user_id = customer for update;
      delete from customers where user_id = customer
        and not exists (select from users where id = customer and departed_at is null);
      update customers set (${columns}) = (select n.*)
        from customers_anew n
        where customers.user_id = customer and n.user_id = customer
          and row(customers.*) is distinct from row(n.*);
    end $$
  `);
  await knex.raw(`
    create function keep_customer() returns trigger language plpgsql as $$
    declare
      was uuid := to_jsonb(old) ->> tg_argv[0];
      is_now uuid := to_jsonb(new) ->> tg_argv[0];
    begin
      perform refresh_customer(customer)
        from (select was as customer union select is_now) both_sides
        where customer is not null order by customer;
      return null;
    end $$
  `);
  for (const { table, owner, columns: watched } of SOURCES) {
    await knex.raw(`
      create constraint trigger ${table}_kept_in_customers
      after insert or delete or update of ${watched.join(', ')} on ${table}
      deferrable initially deferred for each row execute function keep_customer('${owner}')
    `);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const { table } of SOURCES) {
    await knex.raw(`drop trigger ${table}_kept_in_customers on ${table}`);
  }
  await knex.raw('drop function keep_customer');
  await knex.raw('drop function refresh_customer');
  await knex.raw('drop view customers_anew');
  await knex.schema.dropTable('customers');
  await knex.schema.alterTable('radio_stations', (table) => table.dropIndex(['user_id']));
  // The extension stays: others may have come to use it.
  await knex.raw('drop function folded');
}
