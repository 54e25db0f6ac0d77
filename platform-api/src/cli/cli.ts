// The command `stationhouse`, and `npm run cli` in a checkout: for the operator, whether the program runs or not.
import { FAILED, runCommand } from './run.ts';

// A database started for this command stops with it, on signals too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(FAILED));
}
// A reader such as `head` may close the pipe early.
process.stdout.once('error', () => process.exit());

const { code, out, err } = await runCommand(process.argv.slice(2), undefined, {
  onLine: (line) => void process.stdout.write(`${line}\n`),
});
process.exitCode = code;
process.stderr.write(err);
process.stdout.write(out);
