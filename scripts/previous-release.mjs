import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The newest release before this commit; null: no release is tagged. */
export function previousRelease() {
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split(
    '\n',
  );
  const head = git('rev-parse', 'HEAD');
  return tags.find((tag) => tag && git('rev-list', '-n', '1', tag) !== head) ?? null;
}

/** The last commit with an older schema. It stands for the previous release while none is tagged. */
export function commitBeforeLastMigration() {
  const added = ['log', '-1', '--diff-filter=A', '--format=%H', '--', 'migrations/2*.ts'];
  return git('rev-parse', `${git(...added)}^`);
}

/**
 * Checks out a commit into a folder of its own and installs its packages.
 * @param change called before the build, with the folder
 * @returns the folder, and what removes it
 */
export async function checkOut(commit, change = async () => undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'previous-release-'));
  const run = (command, args) => execFileSync(command, args, { cwd: folder, stdio: 'inherit' });
  async function remove() {
    git('worktree', 'remove', '--force', folder);
    await rm(folder, { recursive: true, force: true });
  }
  git('worktree', 'add', '--detach', folder, commit);
  try {
    await change(folder);
    run('npm', ['ci', '--no-audit', '--no-fund']);
    run('node', ['scripts/build.mjs']);
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}
