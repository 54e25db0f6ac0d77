// Runs the API tests of the previous release on the schema of this one: during a rolling restart the old code works
// on it. Without a tag there is nothing to compare with.
import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The newest release before this commit; null: no release is tagged. */
function previousRelease() {
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split(
    '\n',
  );
  const head = git('rev-parse', 'HEAD');
  return tags.find((tag) => tag && git('rev-list', '-n', '1', tag) !== head) ?? null;
}

const tag = previousRelease();
if (tag === null) {
  console.log('No earlier release is tagged, so there is no previous API to test on this schema.');
} else {
  const folder = await mkdtemp(join(tmpdir(), 'previous-release-'));
  try {
    git('worktree', 'add', '--detach', folder, tag);
    for (const name of await readdir('migrations')) {
      if (/^\d{14}_.*\.ts$/.test(name)) {
        await copyFile(join('migrations', name), join(folder, 'migrations', name));
      }
    }
    console.log(`The API tests of ${tag}, on the schema of this commit:`);
    const run = (...command) =>
      execFileSync('npx', command, { cwd: folder, stdio: 'inherit', env: process.env });
    execFileSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' });
    execFileSync('node', ['scripts/build.mjs'], { cwd: folder, stdio: 'inherit' });
    run('vitest', 'run', '--project', 'node', 'platform-api/src');
  } finally {
    git('worktree', 'remove', '--force', folder);
    await rm(folder, { recursive: true, force: true });
  }
}
