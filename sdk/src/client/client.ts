/**
 * The API as functions, for browsers and Node. Only `http.ts` uses the network. `session.ts` holds the
 * session.
 */
import { actingFor, askAsMember, eventsAsMember, eventsWithKey } from './as-member.ts';
import { bearer, createAsk } from './ask.ts';
import type { CallsContext } from './context.ts';
import {
  adminCalls,
  authCalls,
  contactCalls,
  locationPlayersCalls,
  proofsCalls,
  meCalls,
  oembedCalls,
  packagesCalls,
  quotesCalls,
  spokenNamesCalls,
  stationsCalls,
} from './generated/calls.gen.ts';
import { createSession, type SessionOptions } from './session.ts';

export { newIdempotencyKey, type ActOptions } from './ask.ts';
export type { NewAsset, NewCustomerAsset, UploadOptions } from './assets.ts';
export type { SecondFactorProof, TakenLink } from './auth.ts';
export type { Events, EventsOptions } from './events.ts';
export type {
  AccountExport,
  AdminStation,
  AirReport,
  Announcement,
  AnnouncementTime,
  AnnouncementWithAirings,
  ApiKey,
  Asset,
  AuditEntry,
  AdminMessage,
  RatedTrack,
  CompanyDetails,
  Customer,
  CustomerAsset,
  CustomerDetails,
  DayPart,
  FixedItem,
  HeldStation,
  Insertion,
  LibrarySettings,
  LibraryTrack,
  LibraryTrackDetails,
  LibraryUpload,
  Listening,
  ListeningSession,
  ListeningStation,
  ListeningSummary,
  Message,
  MusicWishes,
  NowPlaying,
  Oembed,
  OpenPurchase,
  OpenSession,
  Package,
  PasskeyCreation,
  PasskeyProof,
  PasskeyRequest,
  Playlist,
  PlaylistMusic,
  PlaylistRule,
  PlaylistTrack,
  PlaylistVersion,
  PlayLog,
  PersonalData,
  Problem,
  Profile,
  Programme,
  Location,
  LocationHistory,
  SilentLocation,
  StationPause,
  Approval,
  ProgrammeItem,
  PromiseFigures,
  Promises,
  ProofSummary,
  Spot,
  PublicStation,
  Quote,
  ScheduleAsset,
  ScheduleDraft,
  ScheduleProblem,
  ScheduleRevision,
  SpokenId,
  Station,
  StationCheck,
  StationOnHost,
  StationSchedule,
  StationTrouble,
  Team,
  TeamInvitation,
  TeamMember,
  Track,
  User,
  Voice,
  WaitingCustomer,
  Webhook,
  WebhookDelivery,
} from './generated/types.gen.ts';
export {
  RequestFailed,
  type FailureCode,
  type FieldFault,
  type OnProgress,
  type RequestOptions,
} from './http.ts';
export type * from './query-types.ts';
export type { MailLinkType } from './auth.ts';
export type { MyStationEventsOptions } from './my-station-events.ts';
export type { StationEventsOptions } from './station-calls.ts';
export type { ActiveSession, SessionEvent, SessionListener } from './session-events.ts';
export type { SessionOptions } from './session.ts';

/** Options of a program with an API key. */
export interface KeyOptions {
  /** Origin of the API, such as `https://radio.example.com`. */
  url: string;
  /** `shk_…`, or a test key `shk_test_…`. It grants all rights of the key to anyone who reads it: never put it into a page. */
  apiKey: string;
}

/** Options of a client for users who sign in. */
export interface ClientOptions extends SessionOptions {
  /** Origin of the API, such as `https://radio.example.com`. */
  url: string;
  apiKey?: undefined;
  /**
   * The business for which a team member acts, from `me.teams.list`; default: the user's own. Calls that only its owner
   * may make fail with `owner_only`, and all of its calls with `not_in_team` once the user has left the team.
   */
  business?: string | undefined;
}

/** The API for a program with a key, without a session. */
export type KeyClient = ReturnType<typeof callsOf>;

/** The API for users who sign in. */
export type Client = KeyClient & {
  auth: ReturnType<typeof authCalls>;
  /** Stops timers and closes the channel to other tabs. */
  close: () => void;
};

/** @param own acts as the user themselves, also in a client for a business */
const callsOf = (of: CallsContext, own = of) => ({
  stations: stationsCalls(of),
  oembed: oembedCalls(of),
  packages: packagesCalls(of),
  quotes: quotesCalls(of),
  spokenNames: spokenNamesCalls(of),
  locationPlayers: locationPlayersCalls(of),
  proofs: proofsCalls(of),
  contact: contactCalls(of),
  me: meCalls(of),
  admin: adminCalls(own),
});

/** On a page of the API's own origin, an HttpOnly cookie keeps the refresh token away from scripts. */
function whereToKeep(url: string): 'cookie' | 'body' {
  const page = globalThis.location;
  return page && new URL(url, page.href).origin === page.origin ? 'cookie' : 'body';
}

/**
 * The API as functions. Creating a client makes no request.
 *
 * @example
 * const client = createClient({ url: 'https://radio.example.com' });
 * await client.auth.signIn({ email: 'ada@example.com', password });
 * const { station_url } = await client.me.station.get();
 * @example
 * const { me } = createClient({ url: 'https://radio.example.com', apiKey: 'shk_…' });
 * const { status } = await me.station.get();
 */
export function createClient(options: KeyOptions): KeyClient;
export function createClient(options: ClientOptions): Client;
export function createClient(options: KeyOptions | ClientOptions): KeyClient | Client {
  const url = options.url.replace(/\/$/, '');
  const headers = bearer(options.apiKey);
  const ask = createAsk(url, headers);
  if (options.apiKey !== undefined) {
    return callsOf({ url, headers, ask, asMember: ask, open: eventsWithKey(url, headers) });
  }
  const session = createSession(url, ask, {
    ...options,
    session: options.session ?? whereToKeep(url),
  });
  const contextFor = (business?: string): CallsContext => {
    const more = actingFor(business);
    const asMember = askAsMember(ask, session, more);
    return { url, headers, ask, asMember, open: eventsAsMember(url, session, more) };
  };
  // Passwords, sessions and the admin area are always those of the user.
  const own = contextFor();
  return {
    ...callsOf(contextFor(options.business), own),
    auth: authCalls({ session, ask, asMember: own.asMember }),
    close: session.close,
  };
}
