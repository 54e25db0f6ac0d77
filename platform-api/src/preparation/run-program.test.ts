import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { folder } from '../../test/sounds.ts';
import { findSetpriv, runProgram } from './run-program.ts';

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

  test.runIf(process.platform === 'linux')('has the limits of the kernel as well', async () => {
    const script = "console.error(require('node:fs').readFileSync('/proc/self/limits', 'utf8'))";
    const said = await run(script, { maxMs: 30_000, maxFileBytes: 1024 * 1024 });
    const soft = (name: string) => Number(new RegExp(`^${name} +(\\d+)`, 'm').exec(said)?.[1]);
    expect(soft('Max cpu time')).toBe(30 * availableParallelism());
    expect(soft('Max file size')).toBe(1024 * 1024);
    expect(soft('Max data size')).toBeLessThan(3 * 1024 ** 3);
  });

  test.runIf(process.platform === 'linux')('is killed when it writes too much', async () => {
    const args = ['if=/dev/zero', `of=${join(await folder(), 'much')}`, 'bs=64k', 'count=9'];
    await expect(run('', { program: 'dd', args, maxFileBytes: 128 * 1024 })).rejects.toMatchObject({
      problem: 'too_demanding',
    });
  });

  test.runIf(process.platform === 'linux')(
    'ends with the process that started it, also when that is killed',
    async (context) => {
      if ((await findSetpriv()) === '') return context.skip('setpriv is not installed');
      const url = new URL('run-program.ts', import.meta.url).href;
      const script = `
        const { runProgram } = await import(${JSON.stringify(url)});
        await runProgram({
          program: process.execPath,
          args: ['-e', 'console.log(process.pid); setInterval(() => {}, 1000)'],
          signal: new AbortController().signal,
          maxMs: 60_000,
          maxBytes: 1e9,
          onStdout: (chunk) => process.stdout.write(chunk),
        });`;
      const options = ['--import', 'tsx', '-C', 'source', '--input-type=module', '-e', script];
      const cwd = fileURLToPath(new URL('.', import.meta.url));
      const parent = spawn(process.execPath, options, { cwd });
      const [said] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(said.toString());
      expect(() => process.kill(pid, 0)).not.toThrow();
      parent.kill('SIGKILL');
      await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 5_000);
    },
    30_000,
  );

  test('reads what it is given, and may end before it has read everything', async () => {
    const inputs = ['x', 'y'].map((letter) => Buffer.alloc(3_000_000, letter));
    const outputs: Buffer[][] = [[], []];
    const pipes = inputs.map((input, at) => ({
      input: [input.subarray(0, 10), input.subarray(10)],
      onOutput: (chunk: Buffer) => void outputs[at]?.push(chunk),
    }));
    const copy = `const { readFileSync, writeFileSync } = require('fs');
      for (const fd of [5, 3]) writeFileSync(fd + 1, readFileSync(fd));`;
    await run(copy, { pipes });
    expect(outputs.map((chunks, at) => inputs[at]?.equals(Buffer.concat(chunks)))).toEqual([
      true,
      true,
    ]);
    await expect(run('process.exit(3)', { pipes })).rejects.toThrow('code 3');
    expect(await run('console.error("enough")', { pipes })).toBe('enough\n');
  });

  test('fails when it does not exist', async () => {
    await expect(run('', { program: '/nowhere/ffmpeg' })).rejects.toThrow('ENOENT');
  });
});
