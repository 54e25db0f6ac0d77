// Every action of the audit log with its sentence, which the history of the admin area shows.

/** A line of the audit log, as its sentence uses it. */
interface AuditedLine {
  /** The customer, as in 'ada@example.com' or 'this customer'. */
  whom: string;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

/** '1 track', '12 tracks' */
const count = (number: unknown, thing: string) =>
  `${String(number)} ${thing}${number === 1 ? '' : 's'}`;

/** By action, the sentence after the name of its actor. */
export const AUDIT_SENTENCES = {
  change_customer: ({ whom }) => `changed the data of ${whom}`,
  delete_customer: ({ whom }) => `deleted ${whom}`,
  reset_password: ({ whom }) => `sent ${whom} a password reset email`,
  remove_second_factor: ({ whom }) => `removed the second factor of ${whom}`,
  revoke_api_key: ({ before, whom }) =>
    `revoked the API key ${String(before?.['prefix'])}… of ${whom}`,
  view_as_customer: ({ whom }) => `saw the portal as ${whom}`,
  change_stream_host: ({ after }) =>
    `moved ${count(after?.['stations'], 'station')} from ${String(after?.['from'])} to ${String(after?.['to'])}`,
  change_role({ before, after, whom }) {
    if (!after) return `changed the role of ${whom}`;
    if (after['role'] === 'admin') return `made ${whom} an admin`;
    if (after['role'] === 'support') return `gave ${whom} the support role`;
    return `removed ${whom} ${before?.['role'] === 'support' ? 'from support' : 'as an admin'}`;
  },
  change_package: ({ whom }) => `changed the package of ${whom}`,
  upload_file: ({ whom }) => `uploaded a file for ${whom}`,
  remove_file: ({ whom }) => `removed a file of ${whom}`,
  export_customers: () => 'exported the customers as CSV',
  change_track: ({ before }) => `changed the track “${String(before?.['title'])}”`,
  change_tracks: ({ after }) => `changed ${count(after?.['tracks'], 'track')} at once`,
  change_library_settings: ({ after }) =>
    after?.['airs_incomplete_tracks'] === false
      ? 'kept tracks without an ISRC or a label off air'
      : 'let tracks without an ISRC or a label air',
  export_tracks: () => 'exported the tags of the library as CSV',
  upload_music: () => 'uploaded music to the library',
  retry_music: () => 'had uploaded music prepared again',
  remove_music: () => 'removed an upload of music',
  create_playlist: ({ after }) => `created the playlist “${String(after?.['name'])}”`,
  change_playlist: ({ before }) => `changed the playlist “${String(before?.['name'])}”`,
  change_playlist_tracks: ({ before }) =>
    `changed the tracks of the playlist “${String(before?.['name'])}”`,
  change_schedule: ({ whom }) => `changed the draft of the schedule of ${whom}`,
  publish_schedule: ({ whom }) => `published the schedule of ${whom}`,
  restore_schedule: ({ whom }) => `went back to an earlier schedule of ${whom}`,
  take_off_air: ({ whom }) => `took the station of ${whom} off air`,
  start_programme: ({ whom }) => `put the starter programme of ${whom} on air`,
  fail_starter: ({ after, whom }) =>
    `could not start the station of ${whom}: ${String(after?.['message'])}`,
  insert_item: ({ after, whom }) => `put “${String(after?.['title'])}” on air at ${whom}`,
  withdraw_item: ({ before, whom }) => `withdrew “${String(before?.['title'])}” at ${whom}`,
  skip_item: ({ after, whom }) => `skipped “${String(after?.['title'])}” at ${whom}`,
  speak_radio_id: ({ after, whom }) =>
    `${after?.['voice_id'] === null ? 'recorded' : 'had spoken'} a radio ID for ${whom}`,
  accept_radio_id: ({ whom }) => `accepted a spoken radio ID for ${whom}`,
  remove_radio_id: ({ whom }) => `removed a spoken radio ID of ${whom}`,
  send_message: ({ whom }) => `wrote to ${whom}`,
  switch_standby: ({ after }) =>
    after?.['is_on'] === true ? 'switched stand-by on' : 'ended the stand-by',
  switch_maintenance: ({ after }) =>
    after?.['is_on'] === true ? 'began maintenance' : 'ended the maintenance',
  announce_work: ({ after }) =>
    after?.['message'] === undefined
      ? 'withdrew the notice of planned work'
      : `announced planned work: “${String(after['message'])}”`,
  retry_job: () => 'had failed jobs run again',
  remove_job: () => 'deleted jobs',
  retry_webhook: () => 'had failed webhooks sent again',
  retry_stripe_event: () => 'had events of Stripe processed again',
  invite_team_member: ({ after, whom }) =>
    `invited a person as ${String(after?.['role'])} to the team of ${whom}`,
  withdraw_invitation: ({ whom }) => `withdrew an invitation to the team of ${whom}`,
  join_team: ({ after, whom }) => `joined the team of ${whom} as ${String(after?.['role'])}`,
  change_team_member: ({ after, whom }) =>
    `gave a team member of ${whom} the role ${String(after?.['role'])}`,
  remove_team_member: ({ whom }) => `removed a person from the team of ${whom}`,
  leave_team: ({ whom }) => `left the team of ${whom}`,
  act_for_owner: ({ after, whom }) =>
    `used “${String(after?.['summary'])}” as ${String(after?.['role'])} of ${whom}`,
  erase_address: () => 'erased an email address',
} satisfies Record<string, (line: AuditedLine) => string>;

export type AuditAction = keyof typeof AUDIT_SENTENCES;
