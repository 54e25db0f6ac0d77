import { LINK_SECONDS } from '../../contract/accounts/values.ts';
import { STATION_STATUSES, type StationStatus } from '../../contract/stations/values.ts';
import { codeLink } from '../accounts/code-jobs.ts';
import { makeSignInLink } from '../accounts/codes.ts';
import { roleOf, User } from '../accounts/user.ts';
import { judgeStream } from '../admin/checks/check-station.ts';
import { hearStream } from '../admin/checks/hear-stream.ts';
import { changeRole, removeCustomerSecondFactor } from '../admin/customer-acts.ts';
import { connect } from '../db/connection.ts';
import { listServedDomains } from '../domains/domain-row.ts';
import { migrateToLatest, planMigrations } from '../db/migrate.ts';
import { AppError } from '../errors.ts';
import { installJobs } from '../jobs/install-jobs.ts';
import { openGuardedFetch } from '../outbound/guarded-fetch.ts';
import { OnAirStations } from '../schedule/on-air-stations.ts';
import { backupCommand, restoreCommand, verifyBackupCommand } from './backup-commands.ts';
import { AT_THE_TERMINAL, CommandFailed, UsageError, type Command } from './command.ts';
import { doctorCommand } from './doctor-command.ts';
import { emailIn, onlyArgument, table } from './format.ts';
import { fillLibraryCommand, importMusicCommand } from './library-commands.ts';
import { verifyHoursCommand } from './listening-commands.ts';
import { announceCommand, maintenanceCommand, standbyCommand } from './mode-commands.ts';
import { onAirCommand, programmeCommand, verifyDayCommand } from './on-air-commands.ts';
import { personalDataCommand } from './personal-data-command.ts';
import { rotateProofKeyCommand } from './proof-commands.ts';
import { jobsCommand, mailsCommand, webhooksCommand } from './queue-commands.ts';
import { adoptStorageCommand, sweepStorageCommand } from './storage-commands.ts';
import { readStations } from '../stations/station-queries.ts';

/** How an operator gets the first admin, or lets an admin in again. */
const makeAdmin: Command = {
  takes: '<email>',
  does: 'Make a user an admin. The user must have signed up already.',
  options: {},
  async run(args, { openDatabase }) {
    const email = emailIn(args);
    const db = await openDatabase();
    const user = await User.findByLogin(db, { email });
    if (!user) {
      throw new CommandFailed(
        `There is no user with the email address ${email}. Sign up on the site first, and confirm the address.`,
      );
    }
    const isNew = await changeRole(db, AT_THE_TERMINAL, { userId: user.id, role: 'admin' });
    return `${email} is ${isNew ? 'now' : 'already'} an admin.\n`;
  },
};

/** For an admin without a second factor, where ADMIN_REQUIRE_2FA is on and no mail arrives. */
const signInLink: Command = {
  takes: '<email>',
  does: 'Print a link that signs an admin in once, as the mail would. The first second factor needs one.',
  options: {},
  async run(args, { openDatabase, config }) {
    const email = onlyArgument(args, 'one email address').toLowerCase();
    const db = await openDatabase();
    const user = await User.findByLogin(db, { email });
    if (!user || (await roleOf(db, user.id)) === 'user') {
      throw new CommandFailed(`There is no admin with the email address ${email}.`);
    }
    const token = await makeSignInLink(db, { id: user.id, email });
    const link = codeLink(config.publicUrl, { type: 'otp', token });
    return `${link}\nIt works once, for ${LINK_SECONDS.otp / 60} minutes. Open it in the browser of ${email}.\n`;
  },
};

/** For a user who has lost app, passkeys and recovery codes, above all the only admin. */
const removeSecondFactor: Command = {
  takes: '<email>',
  does: 'Remove authenticator app, passkeys and recovery codes of a user who has lost them.',
  options: {},
  async run(args, { openDatabase }) {
    const email = emailIn(args);
    const db = await openDatabase();
    const user = await User.findByLogin(db, { email });
    if (!user) throw new CommandFailed(`There is no user with the email address ${email}.`);
    try {
      await removeCustomerSecondFactor(db, AT_THE_TERMINAL, user.id);
    } catch (error) {
      if (error instanceof AppError) throw new CommandFailed(`${email} has no second factor.`);
      throw error;
    }
    return `The second factors of ${email} were removed. The user gets a mail.\n`;
  },
};

/** The name may be several words, so it is the last column. */
const listStations: Command = {
  takes: '[--status <status>]',
  does: `List stations, all or by status: ${STATION_STATUSES.join(', ')}.`,
  options: { status: { type: 'string' } },
  async run({ words, options: { status } }, { openDatabase }) {
    if (words.length > 0) throw new UsageError(`Unknown argument: ${words.join(' ')}`);
    if (status !== undefined && !isStatus(status)) {
      throw new UsageError(`Unknown status: ${status}`);
    }
    const stations = await readStations(await openDatabase(), status);
    return table(
      ['SLUG', 'STATUS', 'PACKAGE', 'OWNER', 'NAME'],
      stations.map(({ station_slug, package_name, email, station_name, ...row }) => [
        station_slug,
        row.status,
        package_name,
        email,
        station_name,
      ]),
    );
  },
};

/** For what gets certificates in front of the program (deploy/own-domain-certificates). */
const listDomains: Command = {
  takes: '',
  does: "List members' own domains that need a certificate, one a line.",
  options: {},
  async run({ words }, { openDatabase }) {
    if (words.length > 0) throw new UsageError(`Unknown argument: ${words.join(' ')}`);
    const domains = await listServedDomains(await openDatabase());
    return domains.map((domain) => `${domain}\n`).join('');
  },
};

const isStatus = (word: string): word is StationStatus =>
  STATION_STATUSES.some((status) => status === word);

/** How long to listen, in seconds: as long as the check before a station goes live. */
const LISTEN_SECONDS = 3;

/** Judges a stream by what the largest package allows. */
const checkStream: Command = {
  takes: '<url>',
  does: 'Listen to a stream and print its format and bit rate, or what is wrong with it.',
  options: {},
  async run(args, { config, openDatabase, log }) {
    const url = onlyArgument(args, 'one URL');
    const { publicUrl } = config;
    if (!URL.canParse(url, publicUrl)) throw new UsageError(`${url} is not a valid URL.`);
    const guardedFetch = openGuardedFetch(config);
    const broadcast = {
      async has(slug: string) {
        const onAir = new OnAirStations({ db: await openDatabase(), now: Date.now, log });
        try {
          return (await onAir.find(slug.toLowerCase())) !== null;
        } finally {
          onAir.close();
        }
      },
    };
    try {
      const deps = { guardedFetch, broadcast, publicUrl };
      const heard = await hearStream(deps, url, { seconds: LISTEN_SECONDS });
      const { ok, message } = judgeStream(heard, 'Enterprise');
      if (!ok) throw new CommandFailed(message);
      return `${message}\n`;
    } finally {
      await guardedFetch.close();
    }
  },
};

/** Every start migrates as well; this does it before a release, or shows what it would do. */
const migrateCommand: Command = {
  takes: '[--plan]',
  does: 'Bring the database to this version, or only show the migrations that would run.',
  options: { plan: { type: 'boolean' } },
  async run({ words, flags }, { config, databaseUrl, log }) {
    if (words.length > 0) throw new UsageError(`Unknown argument: ${words.join(' ')}`);
    const url = config.migrationsDatabaseUrl ?? (await databaseUrl());
    const db = connect(url, log);
    try {
      const { pending, unknown } = await planMigrations(db);
      const theirs = unknown.map((name) => `${name}  applied by a later release\n`);
      if (flags.has('plan')) {
        const ours = pending.map((name) => `${name}  to be applied\n`);
        return [...theirs, ...ours].join('') || 'The database has every migration.\n';
      }
      await migrateToLatest(url, { afterwards: () => installJobs(url) });
      return pending.map((name) => `${name}  applied\n`).join('') || 'Nothing to apply.\n';
    } finally {
      await db.destroy();
    }
  },
};

/** All commands by name, in the order of the usage. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['make-admin', makeAdmin],
  ['sign-in-link', signInLink],
  ['remove-second-factor', removeSecondFactor],
  ['personal-data', personalDataCommand],
  ['list-stations', listStations],
  ['list-domains', listDomains],
  ['check-stream', checkStream],
  ['on-air', onAirCommand],
  ['programme', programmeCommand],
  ['verify-day', verifyDayCommand],
  ['verify-hours', verifyHoursCommand],
  ['rotate-proof-key', rotateProofKeyCommand],
  ['doctor', doctorCommand],
  ['jobs', jobsCommand],
  ['mails', mailsCommand],
  ['webhooks', webhooksCommand],
  ['maintenance', maintenanceCommand],
  ['announce', announceCommand],
  ['standby', standbyCommand],
  ['backup', backupCommand],
  ['verify-backup', verifyBackupCommand],
  ['restore', restoreCommand],
  ['migrate', migrateCommand],
  ['import-music', importMusicCommand],
  ['fill-library', fillLibraryCommand],
  ['adopt-storage', adoptStorageCommand],
  ['sweep-storage', sweepStorageCommand],
]);
