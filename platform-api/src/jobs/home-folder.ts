// graphile-worker asks for the user's home folder as soon as it is loaded, to look for a file with its settings. A user
// without HOME and without an entry in /etc/passwd, as in many containers, has none: that ended the program.
import { homedir } from 'node:os';

try {
  homedir();
} catch {
  // oxlint-disable-next-line node/no-process-env -- the library reads it
  process.env['HOME'] = '/';
}
