// graphile-worker looks for its settings in the user's home folder when it is imported. For a user without HOME and
// without an entry in /etc/passwd, as in many containers, `homedir` throws, which would end the program at its start.
import { homedir } from 'node:os';

try {
  homedir();
} catch {
  // oxlint-disable-next-line node/no-process-env -- only HOME tells the library, and commands load it before config.ts
  process.env['HOME'] = '/';
}
