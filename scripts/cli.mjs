// `npm run cli`: builds the parts of the server that are stale, then becomes the command itself.
// Standard output is left to the command.
import { buildWhatIsStale } from './build.mjs';

try {
  await buildWhatIsStale({ without: ['portal'], say: console.error });
} catch (error) {
  console.error(`The build failed.\n${error.message}`);
  process.exit(1);
}
await import('../platform-api/dist/src/cli.js');
