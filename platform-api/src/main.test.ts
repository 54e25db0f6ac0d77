import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { dataFolder, startProgram } from '../test/program.ts';

const database = testDatabase();

describe('the program refuses to start, in one clear line and with exit code 1', () => {
  it('when a variable has a value that it cannot have', async () => {
    const program = await startProgram({ LOG_LEVEL: 'loud', PORT: 'eighty' });
    expect(await program.exited).toBe(1);
    expect(program.output().err).toContain('LOG_LEVEL must be one of');
    expect(program.output().err).toContain('PORT must be a port number');
    expect(program.output().err).not.toContain('    at ');
  });
});

describe('a running program', () => {
  it('starts from nothing, with the demo station on air', async () => {
    const program = await startProgram({ DATA_DIR: await dataFolder() });
    await program.ready();
    const station = await (await fetch(`${program.url}/v1/stations/demo`)).json();
    expect(station).toMatchObject({ station_slug: 'demo' });
    const current = await fetch(`${program.url}/stream/demo/tracks/current`);
    expect(await current.json()).toMatchObject({ title: expect.stringMatching(/[a-z]/) });
    // It is ready a moment before it says so.
    await vi.waitFor(() => expect(program.output().out).toContain('Demo station'), 20_000);
    program.child.kill('SIGTERM');
    expect(await program.exited).toBe(0);
  });

  it('on SIGTERM finishes what is under way, ends streams, and leaves with 0', async () => {
    const program = await startProgram({ DATABASE_URL: database.url });
    await program.ready();
    const events = await fetch(`${program.url}/v1/stations/demo/events`);
    const stream = await fetch(`${program.url}/stream/demo`);
    const slow = connect(Number(new URL(program.url).port), '127.0.0.1');
    await once(slow, 'connect');
    slow.write('GET /v1/packages HTTP/1.1\r\nHost: a\r\n');
    program.child.kill('SIGTERM');
    // The request whose headers were not complete is answered still.
    slow.write('Connection: close\r\n\r\n');
    const answered = new Promise<string>((resolve) => {
      let text = '';
      slow.on('data', (chunk) => (text += String(chunk)));
      slow.on('close', () => resolve(text));
    });
    expect(await events.text()).toContain('retry: 1000');
    await stream.arrayBuffer();
    expect(await answered).toContain('200 OK');
    expect(await program.exited).toBe(0);
  });

  it('finishes and exits with 1 after an uncaught error', async () => {
    const program = await startProgram({
      DATABASE_URL: database.url,
      // A fault from outside any request, as a library might throw it.
      NODE_OPTIONS:
        '--import=data:text/javascript,process.on(%27SIGUSR2%27,()=>{throw%20new%20Error(%27canary%27)})',
    });
    await program.ready();
    const stream = await fetch(`${program.url}/stream/demo`);
    program.child.kill('SIGUSR2');
    await stream.arrayBuffer();
    expect(await program.exited).toBe(1);
    expect(program.output().out).toContain('uncaught error, stopping');
  });

  it('in production names every variable that it lacks', async () => {
    const program = await startProgram({ NODE_ENV: 'production' });
    expect(await program.exited).toBe(1);
    expect(program.output().err).toContain('DATABASE_URL is required in production');
    expect(program.output().err).toContain('PUBLIC_URL is required in production');
  });
});
