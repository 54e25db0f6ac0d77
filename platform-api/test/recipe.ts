import type { Call } from '../contract/call.ts';
import type { Sent } from './call.ts';
import type { Documented } from './documented-api.ts';
import type { SignedInUser } from './factories.ts';
import type { TestApp } from './server.ts';

/** All that a recipe needs. */
export interface World {
  app: TestApp;
  member: SignedInUser;
  other: SignedInUser;
  admin: SignedInUser;
  /** Sends a call and takes its answer for what the document promises. */
  ask: (call: Call, sent?: Sent, app?: TestApp) => Promise<Documented>;
}

/** Brings about every good answer of a call, and the errors that are its own. */
export type Recipe = (world: World) => Promise<unknown>;

/** The database of an app, for another one on the same. */
export const dataOf = ({ services }: TestApp) => ({
  knex: services.db,
  url: services.databaseUrl,
});
