import { EXIT, UsageError, type Command, type ExitCode, type Terminal } from './command.ts';
import { listen } from './listen.ts';
import { trigger } from './trigger.ts';
import { verify } from './verify.ts';

/** The subcommands by name. */
const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['listen', listen],
  ['trigger', trigger],
  ['verify', verify],
]);

const list = [...COMMANDS].map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`);

const HELP = `Usage: npx @stationhouse/sdk <command>

Commands:
${list.join('\n')}

npx @stationhouse/sdk <command> --help describes a command.
`;

const isHelp = (arg: string): boolean => arg === '--help' || arg === '-h';

/** The failure of `parseArgs`, which has a code. */
const isWrongOption = (failure: unknown): failure is Error =>
  failure instanceof Error &&
  'code' in failure &&
  String(failure.code).startsWith('ERR_PARSE_ARGS');

/** Runs a command line, without the program's name. @returns the exit code */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined || isHelp(name) || name === 'help') {
    const asked = name !== undefined;
    (asked ? terminal.out : terminal.err)(HELP);
    return asked ? EXIT.done : EXIT.wrongUsage;
  }
  const command = COMMANDS.get(name);
  if (!command) {
    terminal.err(`There is no command “${name}”.\n\n${HELP}`);
    return EXIT.wrongUsage;
  }
  if (rest.some(isHelp)) {
    terminal.out(command.help);
    return EXIT.done;
  }
  try {
    return await command.run(rest, terminal);
  } catch (failure) {
    if (failure instanceof UsageError || isWrongOption(failure)) {
      const isShort = failure instanceof UsageError && !failure.isAboutArguments;
      terminal.err(isShort ? `${failure.message}\n` : `${failure.message}\n\n${command.help}`);
      return EXIT.wrongUsage;
    }
    throw failure;
  }
}
