import { existsSync } from 'node:fs';

/**
 * The test files that take longest, by folder: a quarter of the files and four fifths of the time. They are for
 * `npm run test:all`; `npm test` leaves them out.
 */
const LONG: Readonly<Record<string, readonly string[]>> = {
  'platform-api/src': ['main.test.ts'],
  'platform-api/src/accounts': [
    'api-keys.test.ts',
    'canaries.test.ts',
    'change-user.test.ts',
    'code-jobs.test.ts',
    'codes.test.ts',
    'mail-flows.test.ts',
    'passkeys.test.ts',
    'reset-password.test.ts',
    'second-factor.test.ts',
    'sessions.test.ts',
    'sign-in.test.ts',
    'sign-up.test.ts',
    'text-messages.test.ts',
    'verify-code.test.ts',
  ],
  'platform-api/src/admin': [
    'change-customer.test.ts',
    'change-login.test.ts',
    'customer-assets.test.ts',
    'delete-customer.test.ts',
    'export-customers.test.ts',
    'list-customers.test.ts',
    'personal-data.test.ts',
  ],
  'platform-api/src/admin/checks': ['check-station.test.ts', 'hear-stream.test.ts'],
  'platform-api/src/admin/watch': ['watch-stations.test.ts'],
  'platform-api/src/announcements': ['announcements.test.ts', 'change-pauses.test.ts'],
  'platform-api/src/assets': [
    'installation.test.ts',
    'routes.test.ts',
    'store-asset.test.ts',
    'sweep-assets.test.ts',
    'upload-refusals.test.ts',
  ],
  'platform-api/src/assets/storage': ['s3-faults.test.ts', 'storage-routes.test.ts'],
  'platform-api/src/audio': ['mp3-filter.test.ts'],
  'platform-api/src/billing': [
    'package-change.test.ts',
    'reconcile.test.ts',
    'routes.test.ts',
    'start-checkout.test.ts',
    'sync.test.ts',
    'vat-register.test.ts',
    'stripe-flows.test.ts',
  ],
  'platform-api/src/broadcast': ['broadcast.test.ts', 'cut-programme.test.ts'],
  'platform-api/src/cli': ['cli.test.ts', 'library-commands.test.ts'],
  'platform-api/src/db': ['migrate.test.ts'],
  'platform-api/src/deletion': ['delete-account.test.ts', 'finish-deletion.test.ts'],
  'platform-api/src/domains': ['domains.test.ts'],
  'platform-api/src/http': [
    'answers.test.ts',
    'authorisation.test.ts',
    'contract.test.ts',
    'invalid-paths.test.ts',
  ],
  'platform-api/src/jobs': ['worker.test.ts'],
  'platform-api/src/library': [
    'ingest-upload.test.ts',
    'playlists.test.ts',
    'read-tags.test.ts',
    'tracks.test.ts',
    'uploads.test.ts',
  ],
  'platform-api/src/listening': ['audience.test.ts'],
  'platform-api/src/locations': ['locations.test.ts'],
  'platform-api/src/messages': ['contact.test.ts', 'notifications.test.ts'],
  'platform-api/src/operations': ['doctor.test.ts'],
  'platform-api/src/outbound': ['guarded-fetch.test.ts'],
  'platform-api/src/preparation': [
    'preparer.test.ts',
    'cut-tags.test.ts',
    'measure-segues.test.ts',
    'mix.test.ts',
    'prepare-sound.test.ts',
    'prepared-files.test.ts',
    'run-program.test.ts',
  ],
  'platform-api/src/process': ['alarms.test.ts', 'logs.test.ts'],
  'platform-api/src/proof': ['reports.test.ts'],
  'platform-api/src/reference': ['call-pages.test.ts'],
  'platform-api/src/schedule': [
    'kept-days.test.ts',
    'on-air-stations.test.ts',
    'seed-own-stations.test.ts',
    'renew-playlists.test.ts',
    'schedule.test.ts',
    'wished-music.test.ts',
  ],
  'platform-api/src/setup': ['starter.test.ts', 'submit-setup.test.ts'],
  'platform-api/src/site': ['oembed.test.ts', 'sdk-releases.test.ts', 'site.test.ts'],
  'platform-api/src/stations': [
    'change-station.test.ts',
    'former-slugs.test.ts',
    'my-live-stations.test.ts',
    'public-id.test.ts',
  ],
  'platform-api/src/team': ['team.test.ts'],
  'platform-api/src/timeline': ['choose-music.test.ts', 'compute-day.test.ts'],
  'platform-api/src/tracks': ['now-playing.test.ts'],
  'platform-api/src/voices': ['voices.test.ts'],
  'platform-api/src/webhooks': [
    'listen-command.test.ts',
    'streams.test.ts',
    'targets.test.ts',
    'webhooks.test.ts',
  ],
  'platform-api/stand-ins/postgres': ['embedded-postgres.test.ts'],
  'portal/src/admin/customers/edit': ['EditCustomer.test.tsx'],
  'portal/src/admin/schedule': ['Schedule.test.tsx'],
  'portal/src/billing': ['BillingCard.test.tsx'],
  'portal/src/setup': ['drafts.test.tsx', 'SetupForm.test.tsx'],
  'portal/src/stations': ['WebRadioPageCard.test.tsx'],
  'sdk/src/proof': ['altered-proofs.test.ts'],
  scripts: ['lint-open-api.test.mjs'],
};

/** Their paths from the root. @throws Error naming a file that is not there any more */
export function longTests(): string[] {
  const files = Object.entries(LONG).flatMap(([folder, names]) =>
    names.map((name) => `${folder}/${name}`),
  );
  const gone = files.find((file) => !existsSync(new URL(file, import.meta.url)));
  if (gone !== undefined) throw new Error(`${gone} is not there any more: mend long-tests.ts.`);
  return files;
}
