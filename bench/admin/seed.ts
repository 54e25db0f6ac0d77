/** A connection. Not pg's type: the benchmark's packages bring one of their own. */
interface Database {
  query(sql: string, values?: unknown[]): Promise<unknown>;
}

/** The tables that are filled. */
const TABLES = ['users', 'user_roles', 'profiles', 'radio_stations', 'invoices'];

const FIRST_NAMES = 'Ada Grace Alan Edsger Barbara Donald Radia Tim Margaret Ken Zoë José'.split(
  ' ',
);
const LAST_NAMES =
  'Byron Hopper Turing Dijkstra Liskov Knuth Perlman Lee Hamilton Thompson Müller Núñez'.split(' ');
const BUSINESSES = 'Café Gym Hotel Salon Market Office Bakery Studio Lounge Books'.split(' ');

/**
 * Seeds customers: three in four on air, a few in every other state, some without a station. Each
 * has a random word in company and address, and up to three invoices. The triggers are disabled
 * meanwhile, since they fire for each row. The `customers` table is then filled at once, as its
 * migration fills it.
 */
export async function seedCustomers(client: Database, count: number): Promise<void> {
  await client.query('begin');
  for (const table of TABLES) await client.query(`alter table ${table} disable trigger user`);
  // Signed up twenty minutes apart, the newest last.
  await client.query(
    `create temporary table seeds on commit drop as
     select n, gen_random_uuid() as user_id, substr(md5('word ' || n), 1, 8) as word,
       now() - make_interval(mins => ($1 - n) * 20) as created_at,
       ($2::text[])[1 + abs(hashint4(n) % 12)] as first_name,
       ($3::text[])[1 + abs(hashint4(n * 7) % 12)] as last_name,
       ($4::text[])[1 + abs(hashint4(n * 13) % 10)] as business,
       abs(hashint4(n * 17) % 1000) as fate
     from generate_series(1, $1::int) n`,
    [count, FIRST_NAMES, LAST_NAMES, BUSINESSES],
  );
  await client.query(
    `insert into users (id, email, created_at)
     select user_id, lower('owner' || n || '@' || word || '.example.com'), created_at from seeds`,
  );
  await client.query(`insert into user_roles (user_id) select user_id from seeds`);
  await client.query(
    `insert into profiles (id, user_id, email, first_name, last_name, company_name, created_at)
     select user_id, user_id, 'owner' || n || '@' || word || '.example.com', first_name,
       last_name || ' ' || substr(word, 1, 3), business || ' ' || word, created_at from seeds`,
  );
  await client.query(
    `insert into radio_stations (id, user_id, station_slug, station_name, created_at, package_name,
       status, purchased_at, package_price, vat_amount, total_amount)
     select user_id, user_id, lower('radio-' || word || '-' || n), business || ' Radio ' || word, created_at,
       (array['Starter', 'Starter', 'Starter', 'Professional', 'Professional', 'Enterprise'])[1 + fate % 6],
       status, paid_at, price, vat, price + vat
     from (
       select *, case when status <> 'payment_pending' then created_at + interval '1 hour' end as paid_at,
         case when status <> 'payment_pending' then 44800 + 20000 * (fate % 3) end as price,
         case when status <> 'payment_pending' then 8960 end as vat
       from (
         select *, case when $1 - n < 150 and fate < 800 then 'setup_pending' when fate < 770 then 'active'
           when fate < 870 then 'inactive' when fate < 900 then 'suspended' else 'payment_pending' end as status
         from seeds where fate < 950
       ) with_status
     ) priced`,
    [count],
  );
  await client.query(
    `insert into invoices (id, user_id, amount_paid, currency, period_start, period_end, status, created_at)
     select 'in_' || n || '_' || month, user_id, 17880, 'eur', month, month + 1, 'paid', created_at
     from seeds, generate_series(1, 3) month where fate < 900 and fate % 3 + 1 >= month`,
  );
  for (const table of TABLES) await client.query(`alter table ${table} enable trigger user`);
  await client.query('commit');
  // Autovacuum would do this within minutes.
  for (const table of TABLES) await client.query(`vacuum analyze ${table}`);
  await client.query('insert into customers select * from customers_anew on conflict do nothing');
  await client.query('vacuum analyze customers');
}
