import { describe, expect, test } from 'vitest';
import { runProgram } from './run-program.ts';

function run(script: string, limits: Partial<Parameters<typeof runProgram>[0]> = {}) {
  return runProgram({
    program: process.execPath,
    args: ['-e', script],
    signal: new AbortController().signal,
    maxMs: 20_000,
    maxBytes: 512 * 1024 * 1024,
    ...limits,
  });
}

describe('a program on a hostile file', () => {
  test('is killed when it takes too long', async () => {
    await expect(run('for (;;);', { maxMs: 300 })).rejects.toMatchObject({
      problem: 'too_demanding',
    });
  });

  test.runIf(process.platform === 'linux')('is killed when it takes too much memory', async () => {
    const script = 'const all = []; setInterval(() => all.push(Buffer.alloc(2e7, 1)), 10)';
    await expect(run(script, { maxBytes: 200 * 1024 * 1024 })).rejects.toMatchObject({
      problem: 'too_demanding',
    });
  });

  test('is killed when the server stops', async () => {
    const stopping = new AbortController();
    const running = run('setInterval(() => {}, 1000)', { signal: stopping.signal });
    stopping.abort(new Error('the server stops'));
    await expect(running).rejects.toThrow('the server stops');
  });

  test('is killed when its output is refused', async () => {
    const script = "setInterval(() => process.stdout.write('x'), 10)";
    const onStdout = () => {
      throw new Error('enough');
    };
    await expect(run(script, { onStdout })).rejects.toThrow('enough');
  });

  test('tells how it ended, and nothing of our environment', async () => {
    const script = 'console.error(JSON.stringify(process.env)); process.exit(3)';
    const failure = await run(script).catch((error: unknown) => error);
    expect(failure).toMatchObject({ said: '{"LC_ALL":"C"}\n', isKilled: false });
    expect(await run('console.error("done")')).toBe('done\n');
  });

  test('fails when it does not exist', async () => {
    await expect(run('', { program: '/nowhere/ffmpeg' })).rejects.toThrow('ENOENT');
  });
});
