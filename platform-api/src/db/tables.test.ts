import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import {
  featureOf,
  modelsOf,
  readSources,
  tablesNamedIn,
  type DeclaredColumn,
  type Source,
  type TableModel,
} from '../../test/tables.ts';

const database = testDatabase();

/** Tables without a model. */
const WITHOUT_MODEL: Record<string, string> = {
  knex_migrations: 'Knex reads and writes it.',
  knex_migrations_lock: 'Knex reads and writes it.',
  operator_notices:
    'Nothing reads or writes it since `member_news`. It stays for the previous release.',
};

/** Files that name tables of other features for a reason: the tables, and the reason. */
const EXCEPTIONS: Record<string, { tables: string; reason: string }> = {};

/**
 * Files that still name tables of other features. The list only gets shorter: call a query of the owner instead
 * of adding a line.
 */
const REMAINING: Record<string, string> = {
  'admin/customer.ts': 'billing_accounts subscriptions',
  'admin/figures.ts': 'past_revenue radio_stations users',
  'admin/list-customers.ts': 'radio_stations',
  'admin/personal-data.ts':
    'api_keys audit_log contact_messages customer_messages departures idempotency_keys one_time_codes purchases radio_stations subscriptions users webhook_endpoints webhook_events',
  'admin/stream-hosts.ts': 'radio_stations',
  'admin/watch/claim-stations.ts': 'radio_stations station_pauses',
  'admin/watch/troubles.ts': 'radio_stations station_domains',
  'announcements/announcement-rows.ts': 'prepared_files',
  'announcements/change-pauses.ts': 'station_pauses',
  'assets/asset.ts': 'prepared_files',
  'assets/quota.ts': 'announcements prepared_files',
  'assets/storage/storage-routes.ts': 'prepared_files',
  'audit/audit.ts': 'users',
  'billing/webhook-events.ts': 'users',
  'library/fill-library.ts': 'prepared_files',
  'library/find-alike.ts': 'prepared_files',
  'library/ingest-upload.ts': 'prepared_files',
  'library/starters.ts': 'prepared_files',
  'library/tracks.ts': 'prepared_files radio_stations schedule_revisions',
  'listening/admin-figures.ts': 'radio_stations users',
  'messages/feature.ts': 'profiles radio_stations users',
  'messages/messages.ts': 'profiles radio_stations users',
  'messages/notify-admin.ts': 'profiles radio_stations users',
  'metrics/database-figures.ts':
    'assets backups prepared_files radio_stations station_pauses station_troubles station_watches stripe_events',
  'preparation/add-aac.ts': 'library_tracks playlist_versions radio_stations schedule_revisions',
  'preparation/prepared-files.ts': 'assets library_uploads',
  'preparation/sweep-prepared.ts':
    'announcements assets library_tracks library_uploads radio_stations schedule_revisions spoken_ids',
  'schedule/document.ts': 'assets library_tracks playlist_versions playlists prepared_files',
  'schedule/draft.ts': 'assets library_tracks playlists',
  'schedule/kept-days.ts': 'library_tracks track_airings',
  'schedule/on-air-stations.ts': 'listening_hours',
  'schedule/problems.ts': 'playlist_versions playlists',
  'schedule/programme.ts': 'playlist_versions playlists',
  'schedule/rated-tracks.ts': 'library_tracks',
  'schedule/renew-playlists.ts':
    'assets library_tracks playlist_versions playlists prepared_files radio_stations',
  'schedule/schedule-routes.ts': 'playlists',
  'schedule/seed-own-stations.ts':
    'assets library_tracks playlist_versions playlists prepared_files profiles radio_stations user_roles users',
  'schedule/wished-music.ts':
    'library_tracks playlist_versions playlists prepared_files radio_stations',
  'setup/starter.ts': 'prepared_files spoken_ids',
  'stations/approval-state.ts': 'schedule_revisions',
  'stations/waiting.ts': 'schedule_revisions',
  'voices/accept-take.ts': 'assets prepared_files',
  'voices/speak-radio-id.ts': 'prepared_files',
  'voices/spoken-rows.ts': 'assets prepared_files',
};

let sources: Source[];
let models: TableModel[];
beforeAll(async () => {
  sources = await readSources();
  models = sources.flatMap(modelsOf);
});

describe('a model', () => {
  /** The TypeScript types of each type of columns. A named type stands for a text or for JSON. */
  const TYPES: Record<string, RegExp> = {
    uuid: /^string$/,
    text: /^(?!number|boolean|Date|Buffer|unknown)(?!.*\[\]$)/,
    varchar: /^string$/,
    timestamptz: /^Date$/,
    date: /^Date$/,
    int4: /^number$/,
    int8: /^number$/,
    float4: /^number$/,
    float8: /^number$/,
    bool: /^boolean$/,
    bytea: /^Buffer$/,
    json: /^(?!string$|number|boolean|Date|Buffer)/,
    jsonb: /^(?!string$|number|boolean|Date|Buffer)/,
    _text: /\[\]$/,
    _uuid: /^string\[\]$/,
    _int4: /^number\[\]$/,
    _float4: /^number\[\]$/,
  };

  interface Column {
    table: string;
    name: string;
    type: string;
    is_nullable: boolean;
  }
  const inDatabase = async (): Promise<Column[]> => {
    const { rows } = await database.knex.raw<{ rows: Column[] }>(
      `select table_name as table, column_name as name, udt_name as type, is_nullable = 'YES' as is_nullable
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    return rows;
  };

  it('describes each table, in one feature', async () => {
    const tables = new Set((await inDatabase()).map(({ table }) => table));
    const described = [...models.map(({ table }) => table), ...Object.keys(WITHOUT_MODEL)];
    expect(described.toSorted()).toEqual([...tables].toSorted());
  });

  it('has the columns of its table', async () => {
    const columns = await inDatabase();
    const wrong = models.flatMap((model) => {
      const own = columns.filter(({ table }) => table === model.table);
      const unknown = Object.keys(model.columns).filter(
        (name) => !own.some((o) => o.name === name),
      );
      return [
        ...unknown.map((name) => `${model.name}.${name} is no column`),
        ...own.flatMap((column) => mistakes(model, column, model.columns[column.name])),
      ];
    });
    expect(wrong).toEqual([]);
  });

  function mistakes(model: TableModel, column: Column, declared: DeclaredColumn | undefined) {
    const name = `${model.name}.${column.name}`;
    if (!declared) return [`${name} is missing`];
    const found = [];
    if (!TYPES[column.type]?.test(declared.type)) {
      found.push(`${name} is ${column.type}, not ${declared.type}`);
    }
    if (declared.type !== 'unknown' && declared.is_nullable !== column.is_nullable) {
      found.push(`${name} is ${column.is_nullable ? '' : 'not '}nullable`);
    }
    if (column.type.startsWith('json') && !model.json.includes(column.name)) {
      found.push(`${name} is not among the jsonAttributes`);
    }
    return found;
  }
});

describe('a table', () => {
  it('is named by its owner alone, except for a reason', () => {
    const owners = new Map(models.map(({ table, owner }) => [table, owner]));
    const named = sources.map((source) => {
      const tables = tablesNamedIn(source, models);
      return [
        source.file,
        tables.filter((table) => owners.get(table) !== featureOf(source.file)).join(' '),
      ] as const;
    });
    const excepted = Object.entries(EXCEPTIONS).map(([file, { tables }]) => [file, tables]);
    expect(Object.fromEntries(named.filter(([, tables]) => tables !== ''))).toEqual({
      ...Object.fromEntries(excepted),
      ...REMAINING,
    });
  });
});
