import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * The API's description as JSON. It comes from the source, so nothing has to be built or started
 * first.
 */
export function openApiDocument() {
  const program = `
    import { describeApi } from './platform-api/src/reference/open-api.ts';
    process.stdout.write(JSON.stringify(describeApi('https://radio.example.org')));
  `;
  return execFileSync(
    process.execPath,
    ['--import', 'tsx', '-C', 'source', '--input-type=module', '-e', program],
    { cwd: fileURLToPath(new URL('..', import.meta.url)), maxBuffer: 64 * 1024 * 1024 },
  ).toString();
}
