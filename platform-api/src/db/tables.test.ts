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

/**
 * Files that name tables of other features: the tables, and the reason. Before adding one, look for a query of the
 * owner, or export one there.
 */
const EXCEPTIONS: Record<string, { tables: string; reason: string }> = {
  'admin/figures.ts': {
    tables: 'past_revenue radio_stations users',
    reason: 'The figures of the admin area are counted in one statement each.',
  },
  'admin/customer-timeline.ts': {
    tables:
      'customer_messages invoices listening_hours profiles radio_stations schedule_revisions unheard_times users',
    reason: 'One list of moments by time, of which a page is read in one statement.',
  },
  'admin/list-customers.ts': {
    tables: 'assets playlists profiles radio_stations spoken_ids station_schedules',
    reason:
      'A filter of the list of customers, which is read page by page from an index, and what their programmes lack.',
  },
  'admin/personal-data.ts': {
    tables:
      'api_keys audit_log contact_messages customer_messages departures idempotency_keys one_time_codes purchases radio_stations subscriptions team_invitations team_members users webhook_endpoints webhook_events',
    reason:
      'All that is kept about an email address is found and erased in one place, table by table.',
  },
  'admin/stream-hosts.ts': {
    tables: 'radio_stations',
    reason: 'A list of the hosts of streams, and one change of all stations on a host.',
  },
  'admin/watch/claim-stations.ts': {
    tables: 'radio_stations station_pauses',
    reason: 'Replicas claim stations in one atomic statement, which leaves closed ones out.',
  },
  'admin/watch/troubles.ts': {
    tables: 'radio_stations station_domains',
    reason: 'A list of the admin area that is sorted over troubles of two kinds.',
  },
  'assets/prepared-sounds.ts': {
    tables: 'announcements prepared_files',
    reason: 'Preparation imports assets, and lists of files show their sounds in the same query.',
  },
  'audit/audit.ts': {
    tables: 'users',
    reason: 'Accounts import the audit log, which shows the addresses of its admins and customers.',
  },
  'library/tracks.ts': {
    tables: 'radio_stations schedule_revisions',
    reason: 'The schedule imports the library, which shows the stations that play a track.',
  },
  'listening/admin-figures.ts': {
    tables: 'radio_stations users',
    reason: 'Lists and sums of the admin area, sorted over all stations.',
  },
  'messages/customers.ts': {
    tables: 'profiles radio_stations users',
    reason: 'Stations import messages, which name a customer by their station.',
  },
  'metrics/database-figures.ts': {
    tables:
      'assets backups prepared_files radio_stations station_pauses station_troubles station_watches stripe_events',
    reason: 'Counts for Prometheus. Metrics import no feature.',
  },
  'preparation/uses-of-sounds.ts': {
    tables:
      'announcements assets library_tracks library_uploads playlist_versions radio_stations schedule_revisions spoken_ids',
    reason:
      'The features that use sounds import preparation, which must know whether a sound is in use.',
  },
  'schedule/seed-own-stations.ts': {
    tables:
      'assets library_tracks playlist_versions playlists prepared_files profiles radio_stations user_roles users',
    reason: 'Writes the first rows of an empty database, of an account up to its programme.',
  },
  'stations/approval-state.ts': {
    tables: 'schedule_revisions',
    reason: 'The schedule imports stations, whose approval compares revisions.',
  },
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

  it('types its table for Knex', () => {
    const unknown = models.filter(({ isKnownToKnex }) => !isKnownToKnex);
    expect(unknown.map(({ name }) => name)).toEqual([]);
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
    expect(Object.fromEntries(named.filter(([, tables]) => tables !== ''))).toEqual(
      Object.fromEntries(excepted),
    );
  });
});
