import type { Knex } from 'knex';

/** Events that are sent to programs that listen without an endpoint, and events that a member asks for as a test. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('webhook_streams', (table) => {
    table.uuid('user_id').primary().references('users.id').onDelete('CASCADE');
    // Until then events are kept for a program of this member.
    table.timestamp('until', { precision: 3 }).notNullable();
  });
  await knex.schema.alterTable('webhook_events', (table) => {
    // A member asked for it: nothing of the kind has happened.
    table.boolean('is_test').notNullable().defaultTo(false);
  });
  await knex.raw(
    queueWebhooks({
      isHeard: 'or exists (select from webhook_streams where user_id = owner_id and until > now())',
      notice: "coalesce(owner_id::text, '')",
    }),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(queueWebhooks({ isHeard: '', notice: "''" }));
  await knex.schema.alterTable('webhook_events', (table) => table.dropColumn('is_test'));
  await knex.schema.dropTable('webhook_streams');
}

/**
 * Writes an event and its deliveries, if an endpoint wants it or a program listens. The id is a hash, because ids must stay unique
 * when a backup is restored.
 *
 * @param given.isHeard SQL: whether a program listens
 * @param given.notice SQL: the payload of the notification
 */
const queueWebhooks = ({ isHeard, notice }: { isHeard: string; notice: string }): string => `
  create or replace function queue_webhooks(event_type text, owner_id uuid, details jsonb) returns void language plpgsql as $$
  declare
    event_id uuid;
  begin
    if not (exists (
      select from webhook_endpoints
      where disabled_because is null and event_type = any (events) and (user_id is null or user_id = owner_id)
    ) ${isHeard}) then
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
    perform pg_notify('webhooks_due', ${notice});
  end $$
`;
