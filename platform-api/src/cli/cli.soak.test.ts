import { describe, expect, it } from 'vitest';
import { dataFolder, runCli, startProgram } from '../../test/program.ts';

describe('list-stations', () => {
  it('reads the built-in database while the server runs, and while it does not', async () => {
    const DATA_DIR = await dataFolder();
    const fresh = await runCli(['list-stations'], { DATA_DIR });
    expect([fresh.code, fresh.out]).toEqual([1, '']);
    expect(fresh.err).toContain('There is no installation here');

    const program = await startProgram({ DATA_DIR });
    await program.ready();
    const beside = await runCli(['list-stations', '--status', 'active'], { DATA_DIR });
    expect([beside.code, beside.err]).toEqual([0, '']);
    expect(beside.out).toMatch(/^demo +active +/m);
    // The command must not stop a database that the server has started.
    expect((await fetch(`${program.url}/v1/ready`)).status).toBe(200);

    program.child.kill('SIGTERM');
    expect(await program.exited).toBe(0);
    expect(await runCli(['list-stations', '--status', 'active'], { DATA_DIR })).toEqual(beside);
    // The command has stopped the database that it started itself.
    const next = await startProgram({ DATA_DIR });
    await next.ready();
  }, 120_000);
});
