/** Where a command reads and writes. Tests have one of their own. */
export interface Terminal {
  /** The bytes of a file, or of standard input for `-`, as one character each. @throws Error */
  read: (file: string, maxBytes: number) => Promise<string>;
  fetch: typeof fetch;
  /** Variables of the environment. */
  env: Readonly<Record<string, string | undefined>>;
  /** Aborts when the user ends the command, as with Ctrl+C. The first use replaces the program's end. */
  untilInterrupted: () => AbortSignal;
  out: (text: string) => void;
  err: (text: string) => void;
}

/** The exit codes of all commands. */
export const EXIT = {
  done: 0,
  /** The command ran, and the answer is no. */
  refused: 1,
  /** The command could not run: wrong usage, or something that it needs is missing. */
  wrongUsage: 2,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A subcommand: `npx @stationhouse/sdk {name}`. */
export interface Command {
  /** One line for the list of commands. */
  summary: string;
  /** Its usage, options and exit codes. */
  help: string;
  /** @throws UsageError for wrong arguments, and for anything that it needs and can't get */
  run: (args: string[], terminal: Terminal) => Promise<ExitCode>;
}

/** The command can't run. Its message says why; the help follows when the arguments are wrong. */
export class UsageError extends Error {
  /** Whether the arguments are wrong, rather than a file or server that they name. */
  readonly isAboutArguments: boolean;

  constructor(message: string, isAboutArguments = true, options?: ErrorOptions) {
    super(message, options);
    this.isAboutArguments = isAboutArguments;
  }
}

/** Hosts of this computer, for which http is safe. */
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An address that a secret or a key may be sent to or come from; undefined for any other text. */
export function safeAddress(text: string): URL | undefined {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe =
    address?.protocol === 'https:' ||
    (address?.protocol === 'http:' && LOCAL.has(address.hostname));
  return isSafe ? address : undefined;
}

/** Texts of strangers could hold commands for the terminal, or change the direction of its text. */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '�');
