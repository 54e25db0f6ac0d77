/**
 * A function that is written by hand. A test holds the errors in its docstring to those of its call.
 *
 * @param group the function that makes it, and others of the same object
 * @param never errors of the call that it does not fail with
 */
const byHand = (group, call, never = []) => ({ group, call, never });

/** Errors of streams, which are no exceptions: the stream is opened again, or `onEnd` is called. */
const STREAM_ERRORS = ['station_not_found', 'too_many_streams', 'validation_failed'];

/** Errors of the other ways to a token. */
const OF_REFRESH = ['invalid_token', 'session_ended', 'refresh_token_reused'];
const OF_PASSWORDS = [
  'missing_credentials',
  'invalid_credentials',
  'second_factor_required',
  'second_factor_wrong',
  'busy',
];

/** Where the groups of functions that are written by hand are. */
export const GROUPS = {
  stationEvents: './station-calls.ts',
  myStationEvents: './my-station-events.ts',
  assetFiles: './assets.ts',
  customerFiles: './assets.ts',
  libraryParts: './library-uploads.ts',
  authSession: './auth.ts',
};

/**
 * The calls without a function: for the payment provider, load balancers and proxies, one that
 * `me.station.events` makes, and the one of the package's command `listen`.
 */
export const NOT_OFFERED = [
  'getMyListeners',
  'listenToMyWebhooks',
  'receiveStripeEvent',
  'getHealth',
  'getReady',
  'getStatus',
  'isDomainAllowed',
];

/**
 * The functions of the client and the calls of the contract that they make. The build makes from it and the contract
 * the functions with their types, errors and examples (`scripts/client-source.mjs`). Their order is that of
 * `docs/client.md`.
 *
 * - `call`: the call's id in the contract
 * - `shows`: the name that the example gives to the answer, or to some of its fields
 * - `takes`: the fields of the body, or of the query, that are parameters of their own; otherwise it is one parameter
 * - `picks`: the name of a parameter that may have more fields than the body, and of which only those are sent
 * - `seconds`: the timeout of a call that takes longer than others
 * - `optional`: the body may be left out
 * - `answers`: false: the function resolves with nothing
 * - `omits`: a field of the query that the client does not offer
 * - `note`: what only users of the client need to know
 */
export const FUNCTIONS = {
  'stations.get': { call: 'getStation', shows: '{ station_name }' },
  'stations.nowPlaying': { call: 'getNowPlaying', shows: '{ current }' },
  'stations.played': { call: 'listPlayedTracks', shows: '{ data }' },
  'stations.events': byHand('stationEvents', 'getStationEvents', STREAM_ERRORS),

  'oembed.get': { call: 'getOembed', omits: 'format', shows: '{ html }' },

  'packages.list': {
    call: 'listPackages',
    shows: '{ data }',
    note: 'The cheapest first. Fees are in cents.',
  },

  'quotes.create': { call: 'createQuote', shows: '{ total }', note: 'Amounts are in cents.' },

  'spokenNames.speak': { call: 'speakName', shows: '{ text, audio }' },

  'contact.send': {
    call: 'sendContactMessage',
    note: '`homepage` is a honeypot field. A message that fills it in, or with an `elapsed_ms` too short for a person, is dropped.',
  },

  'me.get': { call: 'getMe', shows: '{ user, role, profile }' },
  'me.export': { call: 'exportAccount', shows: 'everything' },
  'me.delete': {
    call: 'deleteAccount',
    answers: false,
    note: 'Ends every session, so sign out afterwards to update this page and its other tabs.',
  },

  'me.profile.get': { call: 'getProfile', shows: '{ first_name }' },
  'me.profile.change': { call: 'changeProfile', note: 'Null clears a field.' },

  'me.station.listening.summary': { call: 'getMyListeningSummary', shows: '{ listeners, month }' },
  'me.station.listening.get': { call: 'getMyListening', shows: '{ data }' },
  'me.station.listening.csv': { call: 'exportMyListening' },
  'me.station.listening.sessions': { call: 'listMyListeningSessions', shows: '{ data }' },
  'me.station.listening.sessionsCsv': { call: 'exportMyListeningSessions' },
  'me.station.promises': { call: 'getMyPromises', shows: '{ rows, figures }' },
  'me.station.get': { call: 'getMyStation', shows: '{ status, station_url }' },
  'me.station.nowPlaying': { call: 'getMyNowPlaying', shows: '{ current }' },
  'me.station.events': byHand('myStationEvents', 'getMyStationEvents', STREAM_ERRORS),
  'me.station.changeSlug': {
    call: 'changeSlug',
    shows: '{ station_url }',
    takes: ['station_slug'],
  },
  'me.station.changeLook': { call: 'changeLook' },
  'me.station.changeWallMessage': { call: 'changeWallMessage', takes: ['wall_message'] },
  'me.station.slugAvailability': {
    call: 'getSlugAvailability',
    shows: '{ available, reason }',
    takes: ['station_slug'],
    note: '`reason` is the code that `changeSlug` would fail with.',
  },
  'me.station.domain.get': { call: 'getDomain', shows: '{ domain }' },
  'me.station.domain.set': { call: 'setDomain', shows: '{ domain }', takes: ['domain'] },
  'me.station.domain.check': { call: 'checkDomain' },
  'me.station.domain.remove': { call: 'removeDomain' },
  'me.station.programme': { call: 'getMyProgramme', shows: '{ now, next, items }' },
  'me.station.skip': { call: 'skipMyItem', shows: '{ skips_left }', takes: ['starts_at'] },
  'me.station.approval': { call: 'getApproval', shows: '{ state, items }' },
  'me.station.answerApproval': { call: 'answerApproval', takes: ['changes'] },
  'me.station.pauses.list': { call: 'listPauses', shows: '{ data }' },
  'me.station.pauses.add': { call: 'addPause' },
  'me.station.pauses.change': { call: 'changePause' },
  'me.station.pauses.end': { call: 'endPause' },
  'me.station.ratedTracks.list': { call: 'listRatedTracks', shows: '{ data }' },
  'me.station.ratedTracks.rate': { call: 'rateTrack', takes: ['rating'] },
  'me.station.ratedTracks.remove': { call: 'unrateTrack' },
  'me.station.playLog': { call: 'getMyPlayLog', shows: '{ data }' },
  'me.station.playLogCsv': { call: 'exportMyPlayLog' },

  'me.setup.submit': { call: 'submitSetup' },

  'me.assets.list': { call: 'listAssets', shows: '{ data }' },
  'me.assets.iterate': byHand('assetFiles', 'listAssets'),
  'me.assets.upload': byHand('assetFiles', 'uploadAsset'),
  'me.assets.delete': { call: 'deleteAsset' },

  'me.announcements.list': { call: 'listAnnouncements', shows: '{ data, an_hour }' },
  'me.announcements.get': { call: 'getAnnouncement', shows: '{ airs_at, airings }' },
  'me.announcements.create': { call: 'createAnnouncement' },
  'me.announcements.speak': { call: 'speakAnnouncement' },
  'me.announcements.record': { call: 'recordAnnouncement' },
  'me.announcements.plan': { call: 'planAnnouncement', takes: ['when', 'location_ids'] },
  'me.announcements.pause': { call: 'pauseAnnouncement' },
  'me.announcements.resume': { call: 'resumeAnnouncement' },
  'me.announcements.delete': { call: 'deleteAnnouncement' },

  'me.locations.list': { call: 'listLocations', shows: '{ data, month }' },
  'me.locations.get': { call: 'getLocation', shows: '{ status, days }' },
  'me.locations.add': { call: 'addLocation' },
  'me.locations.change': { call: 'changeLocation' },
  'me.locations.delete': { call: 'deleteLocation' },
  'me.locations.pairPlayer': { call: 'pairPlayer', takes: ['pairing_code'] },
  'me.locations.removePlayer': { call: 'removePlayer' },
  'me.locations.setAlerts': { call: 'setLocationAlerts', takes: ['alerts_by'] },

  'locationPlayers.begin': { call: 'beginPairing', takes: ['station'] },
  'locationPlayers.report': { call: 'reportPlayer' },
  'locationPlayers.leave': { call: 'leaveLocation' },

  'me.spots.list': { call: 'listSpots', shows: '{ data }' },
  'me.spots.proofs': { call: 'listProofs', shows: '{ data }' },
  'me.spots.prove': { call: 'makeProof', shows: '{ page_url }' },

  'proofs.get': { call: 'getProof', shows: '{ file }' },

  'me.voices.list': { call: 'listMyVoices', shows: '{ data, default_voice_id }' },

  'me.messages.list': { call: 'listMyMessages', shows: '{ data, unread }' },
  'me.messages.send': { call: 'sendMyMessage', takes: ['body'] },
  'me.messages.read': { call: 'readMyMessages', takes: ['until'] },

  'me.webhooks.list': { call: 'listMyWebhooks', shows: '{ data }' },
  'me.webhooks.create': { call: 'createMyWebhook', shows: '{ secret }' },
  'me.webhooks.change': { call: 'changeMyWebhook' },
  'me.webhooks.delete': { call: 'deleteMyWebhook' },
  'me.webhooks.rotateSecret': { call: 'rotateMyWebhookSecret', shows: '{ secret }' },
  'me.webhooks.test': { call: 'testMyWebhook' },
  'me.webhooks.deliveries': { call: 'listMyWebhookDeliveries', shows: '{ data }' },
  'me.webhooks.resend': { call: 'resendMyWebhook' },
  'me.webhooks.trigger': { call: 'triggerMyWebhook', takes: ['type'] },

  'me.team.list': { call: 'listTeam', shows: '{ data, invitations }' },
  'me.team.invite': { call: 'inviteTeamMember', shows: '{ expires_at }' },
  'me.team.resend': { call: 'resendTeamInvitation' },
  'me.team.revoke': { call: 'revokeTeamInvitation' },
  'me.team.change': { call: 'changeTeamMember' },
  'me.team.remove': { call: 'removeTeamMember' },

  'me.teams.list': {
    call: 'listMyTeams',
    shows: '{ data }',
    note: 'To act for one, create a client with its `business_id` as `business`.',
  },
  'me.teams.leave': { call: 'leaveTeam' },
  'me.teams.invitation': {
    call: 'readTeamInvitation',
    shows: '{ station_name, role }',
    takes: ['token'],
  },
  'me.teams.join': { call: 'joinTeam', shows: '{ business_id }', takes: ['token'] },

  'me.notifications.send': { call: 'notifyOperator', answers: false },

  'me.checkout.get': { call: 'getCheckout', shows: '{ purchase }' },
  'me.checkout.start': {
    call: 'startCheckout',
    shows: '{ url }',
    seconds: 40,
    note: 'The amounts come from `quotes.create`.',
  },
  'me.checkout.verify': { call: 'verifyCheckout', shows: '{ success, message }', seconds: 40 },

  'me.billing.get': {
    call: 'getBilling',
    shows: '{ subscription, invoices }',
    seconds: 40,
    note: 'Amounts are in cents, an invoice’s period in Unix seconds.',
  },
  'me.billing.cancel': {
    call: 'cancelSubscription',
    shows: '{ subscription }',
    takes: ['ends_at'],
    seconds: 40,
    note: '`subscription.if_cancelled` has the end to pass on.',
  },
  'me.billing.resume': { call: 'resumeSubscription', shows: '{ subscription }', seconds: 40 },
  'me.billing.quotePackage': {
    call: 'quotePackageChange',
    shows: 'quote',
    takes: ['package_name'],
    seconds: 40,
  },
  'me.billing.changePackage': {
    call: 'changePackage',
    shows: '{ subscription, payment_url }',
    seconds: 40,
    picks: 'quote',
    note: 'With a `payment_url` the change waits for a payment there.',
  },
  'me.billing.changePurchaseOrder': {
    call: 'changePurchaseOrder',
    takes: ['purchase_order'],
    seconds: 40,
  },
  'me.billing.downloadInvoice': { call: 'downloadInvoice', shows: '{ download_url }', seconds: 40 },
  'me.billing.openPortal': { call: 'openBillingPortal', shows: '{ url }', seconds: 40 },

  'me.apiKeys.list': { call: 'listApiKeys', shows: '{ data }' },
  'me.apiKeys.create': { call: 'createApiKey', shows: '{ key }' },
  'me.apiKeys.delete': { call: 'deleteApiKey' },

  'admin.stats': { call: 'getStats', shows: '{ active_stations }' },

  'admin.listening.stations': { call: 'listListeningStations', shows: '{ totals, data }' },
  'admin.listening.now': { call: 'listStationListeners', shows: '{ listeners, data }' },

  'admin.operations.get': { call: 'getOperations', shows: '{ counts, modes }' },
  'admin.operations.act': { call: 'actOnFailed' },
  'admin.operations.change': { call: 'changeModes' },

  'admin.customers.radioIds.list': { call: 'listSpokenIds', shows: '{ data, default_voice_id }' },
  'admin.customers.radioIds.speak': {
    call: 'speakRadioId',
    note: 'List again until the take is ready.',
  },
  'admin.customers.radioIds.record': { call: 'recordRadioId' },
  'admin.customers.radioIds.accept': { call: 'acceptRadioId', takes: ['take_id'] },
  'admin.customers.radioIds.remove': { call: 'removeRadioId' },
  'admin.customers.messages.waiting': { call: 'listWaitingCustomers', shows: '{ data }' },
  'admin.customers.messages.list': { call: 'listCustomerMessages', shows: '{ data, unread }' },
  'admin.customers.messages.send': { call: 'sendCustomerMessage', takes: ['body'] },
  'admin.customers.messages.read': { call: 'readCustomerMessages', takes: ['until'] },
  'admin.customers.list': { call: 'listCustomers', shows: '{ data, next_cursor }' },
  'admin.customers.csv': { call: 'exportCustomers' },
  'admin.customers.get': { call: 'getCustomer', shows: '{ profile, station, etag }' },
  'admin.customers.timeline': { call: 'listCustomerTimeline', shows: '{ data, next_cursor }' },
  'admin.customers.change': { call: 'changeCustomer' },
  'admin.customers.check': {
    optional: true,
    call: 'checkStation',
    shows: '{ checks }',
    seconds: 40,
  },
  'admin.customers.upload': byHand('customerFiles', 'uploadCustomerAsset'),
  'admin.customers.deleteAsset': { call: 'deleteCustomerAsset' },
  'admin.customers.resetPassword': { call: 'resetCustomerPassword', answers: false },
  'admin.customers.removeSecondFactor': { call: 'removeCustomerSecondFactor' },
  'admin.customers.apiKeys.list': { call: 'listCustomerApiKeys' },
  'admin.customers.apiKeys.revoke': { call: 'revokeCustomerApiKey' },
  'admin.customers.view': {
    call: 'startSupportView',
    shows: '{ view_token }',
    note: 'Give the token to a client of its own, as its `apiKey`.',
  },
  'admin.customers.endView': { call: 'endSupportView' },
  'admin.customers.delete': { call: 'deleteCustomer', answers: false },
  'admin.customers.quotePackage': {
    call: 'quoteCustomerPackage',
    shows: 'quote',
    takes: ['package_name'],
    seconds: 40,
  },
  'admin.customers.changePackage': {
    call: 'changeCustomerPackage',
    shows: '{ payment_url }',
    seconds: 40,
    picks: 'quote',
  },
  'admin.customers.setRole': { call: 'changeRole', takes: ['role'] },

  'admin.library.uploads.begin': {
    call: 'createLibraryUpload',
    shows: '{ id, parts, part_bytes }',
  },
  'admin.library.uploads.sendPart': byHand('libraryParts', 'sendLibraryPart'),
  'admin.library.uploads.list': { call: 'listLibraryUploads', shows: '{ data, counts }' },
  'admin.library.uploads.retry': { call: 'retryLibraryUpload' },
  'admin.library.uploads.delete': { call: 'deleteLibraryUpload' },
  'admin.library.voices.list': { call: 'listVoices', shows: '{ data }' },
  'admin.library.settings.get': {
    call: 'getLibrarySettings',
    shows: '{ airs_incomplete_tracks }',
  },
  'admin.library.settings.change': { call: 'changeLibrarySettings' },
  'admin.library.tags': { call: 'listLibraryTags', shows: '{ genres }' },
  'admin.library.playlists.list': { call: 'listPlaylists', shows: '{ data }' },
  'admin.library.playlists.create': { call: 'createPlaylist' },
  'admin.library.playlists.get': { call: 'getPlaylist', shows: '{ newest }' },
  'admin.library.playlists.change': { call: 'changePlaylist' },
  'admin.library.playlists.versions': { call: 'listPlaylistVersions', shows: '{ data }' },
  'admin.library.playlists.version': { call: 'getPlaylistVersion', shows: '{ tracks }' },
  'admin.library.playlists.addVersion': { call: 'addPlaylistVersion' },
  'admin.library.playlists.refresh': { call: 'refreshPlaylist' },
  'admin.library.playlists.compare': { call: 'comparePlaylistVersions', shows: '{ added }' },
  'admin.library.playlists.preview': {
    call: 'previewPlaylistRule',
    shows: '{ track_count }',
    takes: ['rule'],
  },
  'admin.library.tracks.list': { call: 'listLibraryTracks', shows: '{ data }' },
  'admin.library.tracks.get': { call: 'getLibraryTrack', shows: '{ audio_url }' },
  'admin.library.tracks.change': { call: 'changeLibraryTrack' },
  'admin.library.tracks.changeMany': {
    call: 'changeLibraryTracks',
    shows: '{ changed }',
    takes: ['track_ids', 'change'],
  },
  'admin.library.tracks.setCover': { call: 'uploadTrackCover' },
  'admin.library.tracks.removeCover': { call: 'deleteTrackCover' },
  'admin.library.tracks.csv': { call: 'exportLibraryTracks' },
  'admin.library.tracks.correct': { call: 'correctLibraryTracks', shows: '{ changed }' },

  'admin.schedules.get': { call: 'getSchedule', shows: '{ draft, draft_version }' },
  'admin.schedules.saveDraft': { call: 'saveScheduleDraft' },
  'admin.schedules.preview': { call: 'previewSchedule', shows: '{ items }', seconds: 70 },
  'admin.schedules.segue': { call: 'hearSegue' },
  'admin.schedules.changes': { call: 'compareSchedule', shows: '{ changes }' },
  'admin.schedules.publish': { call: 'publishSchedule', seconds: 70 },
  'admin.schedules.revisions': { call: 'listScheduleRevisions', shows: '{ data }' },
  'admin.schedules.revision': { call: 'getScheduleRevision', shows: '{ draft }' },
  'admin.schedules.restore': { call: 'restoreScheduleRevision' },
  'admin.schedules.takeOffAir': { call: 'takeOffAir' },
  'admin.schedules.held': { call: 'listHeldStations', shows: '{ data }' },
  'admin.schedules.programme': { call: 'getProgramme', shows: '{ now, next, items }' },
  'admin.schedules.insertions': { call: 'listInsertions', shows: '{ data }' },
  'admin.schedules.ratedTracks': { call: 'listStationRatedTracks', shows: '{ data }' },
  'admin.schedules.insert': { call: 'addInsertion' },
  'admin.schedules.withdraw': { call: 'withdrawInsertion', shows: '{ airs_at }' },
  'admin.schedules.skip': { call: 'skipItem', takes: ['starts_at'] },
  'admin.schedules.playLog': { call: 'getPlayLog', shows: '{ data }' },
  'admin.schedules.playLogCsv': { call: 'exportPlayLog' },

  'admin.webhooks.list': { call: 'listWebhooks', shows: '{ data }' },
  'admin.webhooks.create': { call: 'createWebhook', shows: '{ secret }' },
  'admin.webhooks.change': { call: 'changeWebhook' },
  'admin.webhooks.delete': { call: 'deleteWebhook' },
  'admin.webhooks.rotateSecret': { call: 'rotateWebhookSecret', shows: '{ secret }' },
  'admin.webhooks.test': { call: 'testWebhook' },
  'admin.webhooks.deliveries': { call: 'listWebhookDeliveries', shows: '{ data }' },
  'admin.webhooks.resend': { call: 'resendWebhook' },

  'admin.personalData.find': { call: 'findPersonalData', shows: '{ kinds }', takes: ['email'] },
  'admin.personalData.erase': { call: 'erasePersonalData', takes: ['email'] },

  'admin.audit.list': { call: 'listAudit', shows: '{ data }' },

  'admin.locations.list': { call: 'listSilentLocations', shows: '{ data }' },

  'admin.promises.get': { call: 'getStationPromises', shows: '{ rows, figures }' },

  'admin.reports.list': { call: 'listReports', shows: '{ data }' },
  'admin.reports.request': { call: 'requestReport', shows: '{ id, state }' },

  'admin.watch.list': { call: 'listTroubles', shows: '{ data }' },

  'admin.hosts.preview': { call: 'previewStreamHost', shows: '{ stations, data }' },
  'admin.hosts.change': { call: 'changeStreamHost', shows: '{ stations }' },

  'auth.onChange': byHand('authSession'),
  'auth.session': byHand('authSession'),
  'auth.signUp': byHand('authSession', 'signUp'),
  'auth.signIn': byHand('authSession', 'createToken', [...OF_REFRESH, 'passkey_needs_password']),
  'auth.beginPasskeySignIn': { call: 'beginPasskeySignIn' },
  'auth.signInWithPasskey': byHand('authSession', 'createToken', [...OF_REFRESH, ...OF_PASSWORDS]),
  'auth.sendCode': { call: 'sendCode' },
  'auth.resend': { call: 'resendCode' },
  'auth.verify': byHand('authSession', 'verifyCode'),
  'auth.checkPassword': { call: 'checkPassword', shows: '{ is_good }', takes: ['password'] },
  'auth.recover': { call: 'recoverPassword' },
  'auth.reset': byHand('authSession', 'resetPassword'),
  'auth.takeLink': byHand('authSession', 'verifyCode'),
  'auth.signOut': byHand('authSession', 'signOut'),
  'auth.user': { call: 'getUser', shows: '{ new_email }' },
  'auth.change': byHand('authSession', 'changeUser'),
  'auth.stepUp': {
    call: 'stepUp',
    shows: '{ step_up_token }',
    takes: ['password', 'second_factor'],
  },

  'auth.secondFactor.get': { call: 'getSecondFactor', shows: '{ confirmed_at }' },
  'auth.secondFactor.begin': { call: 'beginSecondFactor', shows: '{ uri }' },
  'auth.secondFactor.confirm': {
    call: 'confirmSecondFactor',
    shows: '{ recovery_codes }',
    takes: ['second_factor'],
    note: 'An account that has recovery codes gets no others.',
  },
  'auth.secondFactor.renewCodes': { call: 'renewRecoveryCodes', shows: '{ recovery_codes }' },
  'auth.secondFactor.remove': { call: 'removeSecondFactor' },

  'auth.passkeys.begin': { call: 'beginPasskey' },
  'auth.passkeys.add': { call: 'addPasskey' },
  'auth.passkeys.remove': { call: 'removePasskey' },

  'auth.sessions.list': { call: 'listSessions', shows: '{ data }' },
  'auth.sessions.end': { call: 'endSession' },
  'auth.sessions.endOthers': { call: 'endOtherSessions' },
};
