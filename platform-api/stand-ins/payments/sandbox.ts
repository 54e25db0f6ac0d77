// The payment sandbox: a stand-in for Stripe on a port of its own, for development, the demo and tests.
// The official library speaks to it as it speaks to Stripe; people meet its pages in their browser.
import type { Logger } from '../../src/log.ts';
import type { SandboxActs } from './acts.ts';
import type { SandboxFaults } from './faults.ts';

/** How a sandbox is started. */
export interface SandboxOptions {
  /** 0: any that is free. */
  port: number;
  /** Where what it knows outlives it; null: nowhere. */
  file: string | null;
  /** The one key that it takes. */
  secretKey: string;
  /** Its events are signed with this. */
  webhookSecret: string;
  /** Where its events go; null: nowhere until `sendEventsTo`. */
  webhookUrl: string | null;
  /** The real time, in epoch ms. Its own clock runs ahead of it by as much as it was moved on. */
  now: () => number;
  log: Logger;
}

/** A running sandbox. */
export interface Sandbox {
  /** Where it listens: the library's host, and the origin of its pages. */
  url: string;
  acts: SandboxActs;
  faults: SandboxFaults;
  sendEventsTo(webhookUrl: string): void;
  /**
   * Resolves when every event that is to be sent by now has been answered or given up. One that was
   * refused and waits to be tried again is not waited for.
   */
  settled(): Promise<void>;
  close(): Promise<void>;
}
