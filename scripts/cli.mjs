// `npm run cli`: builds what is stale of the server, then becomes the command itself. Standard output is for
// what the command prints.
import { buildWhatIsStale } from './build.mjs';

try {
  await buildWhatIsStale({ without: ['portal'], say: console.error });
} catch (error) {
  console.error(`The build failed.\n${error.message}`);
  process.exit(1);
}
await import('../platform-api/dist/src/cli/cli.js');
