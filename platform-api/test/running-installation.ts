import { debianPostgres, installed, startDebianPostgres } from './debian-postgres.ts';
import { bearer, PASSWORD } from './factories.ts';
import { freePort, runCli, startProgram } from './program.ts';
import { json } from './server.ts';

/**
 * A running program as an operator sees it: its log, its figures, its commands. Its mail server is not there yet.
 * @param given.dataDir default: an empty folder
 * @param given.databaseIn the folder around the database's
 * @param given.env further variables
 */
export async function runInstallation(
  given: { dataDir?: string; databaseIn?: string; env?: Record<string, string> } = {},
) {
  const createDatabase = await startDebianPostgres(debianPostgres() ?? '', given.databaseIn);
  const {
    env: place,
    app,
    knex,
    storage,
  } = await installed(createDatabase, 'origin', given.dataDir);
  await app.close();
  const [port, smtpPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
  const env: Record<string, string> = {
    ...place,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    PUBLIC_URL: `http://localhost:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    ...given.env,
  };
  let program = await startProgram(env);
  await program.ready();
  const { url } = program;
  const cli = (...args: string[]) => runCli(args, env);

  return {
    env,
    url,
    knex,
    storage,
    smtpPort,
    cli,
    output: () => program.output(),
    /** Ends the program, and starts it again. */
    async restart() {
      program.child.kill('SIGTERM');
      await program.exited;
      program = await startProgram(env);
      await program.ready();
    },
    /** The doctor's exit code, and its sentence about each part. */
    async findings() {
      const { code, out } = await cli('doctor');
      const lines = out.split('\n').map((line) => /^(\S+) +(\w+) +(.*)$/.exec(line) ?? []);
      return {
        code,
        of: Object.fromEntries(lines.map(([, state, part, said]) => [part, `${state} ${said}`])),
      };
    },
    /** As balancers see it. */
    parts: async () =>
      json<{ status: string; checks: Record<string, string> }>(await fetch(`${url}/v1/ready`)),
    /** A figure as Prometheus reads it. @param name with its labels */
    async figure(name: string) {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const line = text.split('\n').find((one) => one.startsWith(`${name} `));
      return Number(line?.split(' ')[1]);
    },
    /** Bytes of a station of this package, as listeners hear it. */
    async hears() {
      const answer = await fetch(`${url}/stream/demo`);
      const reader = answer.body?.getReader();
      const first = await reader?.read();
      await reader?.cancel();
      return first?.value?.byteLength ?? 0;
    },
    /** @returns options of `fetch` that authenticate it as this user */
    async signIn({ email }: { email: string }) {
      const answer = await fetch(`${url}/v1/auth/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ grant_type: 'password', email, password: PASSWORD }),
      });
      return bearer((await json<{ access_token: string }>(answer)).access_token);
    },
  };
}
