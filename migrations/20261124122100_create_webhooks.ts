import type { Knex } from 'knex';

/** The triggers by table: each calls the function of the same name below. */
const TRIGGERS = {
  radio_stations: 'update of status, station_slug',
  station_troubles: 'update of member_told_at, member_told_well_at',
  profiles: 'update of setup_form_submitted_at',
  assets: 'insert or update of state, prepared_file_id',
  prepared_files: 'update of state',
  announcement_airings: 'update of aired_at',
  invoices: 'insert or update of status',
  listening_letters: 'insert',
};

/**
 * Webhooks: endpoints of members and of the operator, what happened, and each delivery of it. The database itself writes
 * them, in the transaction of the change, so that no way of changing a row can forget them.
 */
export async function up(knex: Knex): Promise<void> {
  await createTables(knex);
  await knex.raw(QUEUE_WEBHOOKS);
  for (const [table, body] of Object.entries(BODIES)) {
    const name = `queue_webhooks_of_${table}`;
    await knex.raw(`create function ${name}() returns trigger language plpgsql as $$ ${body} $$`);
    await knex.raw(
      `create trigger ${table}_webhooks after ${TRIGGERS[table as keyof typeof TRIGGERS]} on ${table}
       for each row execute function ${name}()`,
    );
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of Object.keys(TRIGGERS)) {
    await knex.raw(`drop trigger ${table}_webhooks on ${table}`);
    await knex.raw(`drop function queue_webhooks_of_${table}`);
  }
  await knex.raw('drop function queue_webhooks');
  await knex.schema.dropTable('webhook_deliveries');
  await knex.schema.dropTable('webhook_events');
  await knex.schema.dropTable('webhook_endpoints');
}

async function createTables(knex: Knex): Promise<void> {
  await knex.schema.createTable('webhook_endpoints', (table) => {
    table.uuid('id').primary();
    // Null: the operator's.
    table.uuid('user_id').references('users.id').onDelete('CASCADE').index();
    table.text('url').notNullable();
    table.text('description').notNullable().defaultTo('');
    table.specificType('events', 'text[]').notNullable();
    // Encrypted.
    table.binary('secret').notNullable();
    // After a rotation both secrets sign, until this moment.
    table.binary('former_secret');
    table.timestamp('former_secret_until', { precision: 3 });
    // Failures in a row, and since when.
    table.integer('failures').notNullable().defaultTo(0);
    table.timestamp('failing_since', { precision: 3 });
    // A failing one is left alone until then.
    table.timestamp('held_until', { precision: 3 });
    // Null: it is enabled.
    table.text('disabled_because');
    table.timestamp('created_at', { precision: 3 }).notNullable().defaultTo(knex.fn.now());
    table.check(
      "disabled_because in ('paused', 'failing', 'gone')",
      {},
      'webhook_endpoints_disabled',
    );
  });
  await knex.schema.createTable('webhook_events', (table) => {
    table.uuid('id').primary();
    table.text('type').notNullable();
    // Of the customer that it is about; null: of none.
    table.uuid('user_id').references('users.id').onDelete('CASCADE').index();
    table.jsonb('data').notNullable();
    table.timestamp('created_at', { precision: 3 }).notNullable().defaultTo(knex.fn.now()).index();
  });
  await knex.schema.createTable('webhook_deliveries', (table) => {
    table.uuid('endpoint_id').notNullable().references('webhook_endpoints.id').onDelete('CASCADE');
    table
      .uuid('event_id')
      .notNullable()
      .references('webhook_events.id')
      .onDelete('CASCADE')
      .index();
    table.primary(['endpoint_id', 'event_id']);
    table.text('state').notNullable().defaultTo('waiting');
    table.integer('attempts').notNullable().defaultTo(0);
    // Of the next attempt. A process that delivers it moves this ahead, in case it dies.
    table.timestamp('due_at', { precision: 3 }).notNullable().defaultTo(knex.fn.now());
    // Of the last attempt: its answer, or why there was none.
    table.timestamp('attempted_at', { precision: 3 });
    table.integer('status');
    table.text('answer');
    table.text('error');
    table.integer('duration_ms');
    table.check("state in ('waiting', 'delivered', 'failed')", {}, 'webhook_deliveries_state');
  });
  await knex.raw(
    `create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at) where state = 'waiting'`,
  );
}

/**
 * Writes an event and its deliveries, if an endpoint wants it. The id is a hash, because ids must stay unique when a
 * backup is restored.
 */
const QUEUE_WEBHOOKS = `
  create function queue_webhooks(event_type text, owner_id uuid, details jsonb) returns void language plpgsql as $$
  declare
    event_id uuid;
  begin
    if not exists (
      select from webhook_endpoints
      where disabled_because is null and event_type = any (events) and (user_id is null or user_id = owner_id)
    ) then
      return;
    end if;
    insert into webhook_events (id, type, user_id, data)
    select
      md5(concat_ws(' ', event_type, owner_id, details, clock_timestamp(), pg_backend_pid()))::uuid,
      event_type,
      owner_id,
      jsonb_build_object('user_id', owner_id, 'station', (
        select jsonb_build_object(
          'public_id', 'st_' || replace(id::text, '-', ''),
          'station_slug', station_slug,
          'station_name', station_name,
          'status', status
        )
        from radio_stations where user_id = owner_id and status <> 'payment_pending'
      )) || details
    returning id into event_id;
    insert into webhook_deliveries (endpoint_id, event_id)
    select id, event_id from webhook_endpoints
    where disabled_because is null and event_type = any (events) and (user_id is null or user_id = owner_id);
    perform pg_notify('webhooks_due', '');
  end $$
`;

/** A time as the API writes it. */
const iso = (time: string): string =>
  `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What each trigger does with its row. */
const BODIES: Record<keyof typeof TRIGGERS, string> = {
  radio_stations: `
    begin
      if new.status = 'active' and old.status <> 'active' then
        perform queue_webhooks('station.activated', new.user_id, jsonb_build_object(
          'is_first_time', old.setup_completed_at is null));
      end if;
      if new.status = 'suspended' and old.status <> 'suspended' then
        perform queue_webhooks('station.suspended', new.user_id, '{}');
      end if;
      if new.station_slug <> old.station_slug and old.status <> 'payment_pending' then
        perform queue_webhooks('station.slug_changed', new.user_id, jsonb_build_object(
          'former_slug', old.station_slug));
      end if;
      return null;
    end`,
  station_troubles: `
    declare
      owner_id uuid := (select user_id from radio_stations where id = new.station_id);
    begin
      if new.trouble <> 'silent' then
        return null;
      end if;
      if new.member_told_at is distinct from old.member_told_at then
        perform queue_webhooks('station.silent', owner_id, jsonb_build_object('since', ${iso('new.since')}));
      end if;
      if new.member_told_well_at is distinct from old.member_told_well_at then
        perform queue_webhooks('station.recovered', owner_id, jsonb_build_object('silent_since', ${iso('new.since')}));
      end if;
      return null;
    end`,
  profiles: `
    begin
      if new.setup_form_submitted_at is distinct from old.setup_form_submitted_at
        and new.setup_form_submitted_at is not null then
        perform queue_webhooks('setup.submitted', new.user_id, jsonb_build_object(
          'is_first_time', not coalesce(old.setup_form_submitted, false)));
      end if;
      return null;
    end`,
  // Pictures are ready when they are stored, sounds when they are prepared.
  assets: `
    declare
      was_ready boolean := false;
      is_ready boolean := new.state = 'stored' and (new.kind in ('logo', 'background') or exists (
        select from prepared_files where id = new.prepared_file_id and state = 'ready'));
    begin
      if tg_op = 'UPDATE' then
        was_ready := old.state = 'stored' and (old.kind in ('logo', 'background')
          or old.prepared_file_id is not distinct from new.prepared_file_id);
      end if;
      if is_ready and not was_ready then
        perform queue_webhooks('asset.ready', new.user_id, jsonb_build_object('asset', jsonb_build_object(
          'id', new.id, 'kind', new.kind, 'file_name', new.file_name)));
      end if;
      return null;
    end`,
  prepared_files: `
    begin
      if new.state = 'ready' and old.state <> 'ready' then
        perform queue_webhooks('asset.ready', user_id, jsonb_build_object('asset', jsonb_build_object(
          'id', id, 'kind', kind, 'file_name', file_name)))
        from assets where prepared_file_id = new.id and state = 'stored';
      end if;
      return null;
    end`,
  announcement_airings: `
    begin
      if new.aired_at is not null and old.aired_at is null then
        perform queue_webhooks('announcement.aired', user_id, jsonb_build_object(
          'announcement', jsonb_build_object('id', id, 'title', title),
          'due_at', ${iso('new.due_at')}, 'aired_at', ${iso('new.aired_at')}))
        from announcements where id = new.announcement_id;
      end if;
      return null;
    end`,
  invoices: `
    declare
      was_paid boolean := false;
    begin
      if tg_op = 'UPDATE' then
        was_paid := old.status = 'paid';
      end if;
      if new.status = 'paid' and not was_paid then
        perform queue_webhooks('invoice.paid', new.user_id, jsonb_build_object('invoice', jsonb_build_object(
          'id', new.id, 'amount_paid', new.amount_paid, 'currency', new.currency)));
      end if;
      return null;
    end`,
  listening_letters: `
    begin
      perform queue_webhooks('hours.threshold', user_id, jsonb_build_object(
        'percent', new.percent, 'month', to_char(new.month, 'YYYY-MM')))
      from radio_stations where id = new.station_id;
      return null;
    end`,
};
