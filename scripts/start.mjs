// `npm start`: builds what is stale, then becomes the product's own process, so that signals reach
// it directly.
import { buildWhatIsStale } from './build.mjs';

try {
  await buildWhatIsStale();
} catch (error) {
  console.error(`The build failed.\n${error.message}`);
  process.exit(1);
}
await import('../platform-api/dist/src/main.js');
