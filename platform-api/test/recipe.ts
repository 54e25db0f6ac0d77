import type { Call } from '../contract/call.ts';
import type { Sent } from './call.ts';
import type { Documented } from './documented-api.ts';
import type { SignedInUser } from './factories.ts';
import type { TestApp } from './server.ts';

/** The data that a recipe needs. */
export interface World {
  app: TestApp;
  member: SignedInUser;
  other: SignedInUser;
  admin: SignedInUser;
  /** Sends a call and checks its answer against the OpenAPI document. */
  ask: (call: Call, sent?: Sent, app?: TestApp) => Promise<Documented>;
}

/** Causes every success of a call, and its own errors. */
export type Recipe = (world: World) => Promise<unknown>;

/** The database of an app, for another app on the same database. */
export const dataOf = ({ services }: TestApp) => ({
  knex: services.db,
  url: services.databaseUrl,
});
