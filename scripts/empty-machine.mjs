// Runs commands of the documents as root in an "empty machine": a file system of its own over this one's, a network
// and processes of its own, a new PostgreSQL and a bucket. Its output names each part that is missing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A stand-in for systemd: it starts a unit's command, as its user and with its variables, and ends it by SIGTERM. */
const SYSTEMCTL = `#!/bin/bash
set -eu
command=$1; shift
[ "\${1-}" = --now ] && shift
stop() {
  local pid; pid=$(cat "$MACHINE/run/$1.pid" 2>/dev/null) || return 0
  kill -TERM "$pid" 2>/dev/null || return 0
  for _ in $(seq 600); do grep -qs '^State:.[^Z]' "/proc/$pid/status" || return 0; sleep 0.1; done
  echo "$1 did not end within 60 s" >&2; exit 1
}
start() {
  local unit=\${1%.service} i=\${1#*@} file=/etc/systemd/system/\${1%.service}.service
  [ "$i" = "$1" ] || file=/etc/systemd/system/\${1%@*}@.service
  value() { sed -n "s/^$1=//p" "$file" | sed "s/%i/$i/g"; }
  if [ "$unit" = caddy ]; then
    eval "export $(sed -n 's/^Environment=//p' /etc/systemd/system/caddy.service.d/stationhouse.conf)"
    caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile >/dev/null
    echo 'SKIPPED: Caddy signs its certificates itself: others need a public name'
    {
      sed '0,/^{$/s//{\\n\\tadmin off\\n\\tlocal_certs\\n\\tskip_install_trust/' /etc/caddy/Caddyfile
      printf 'api.stripe.com {\\n\\ttls /etc/ssl/payments.pem /etc/ssl/payments.key\\n'
      printf '\\treverse_proxy 127.0.0.1:4242\\n}\\n'
    } >"$MACHINE/run/Caddyfile"
    stop caddy
    XDG_DATA_HOME="$MACHINE/run" caddy run --config "$MACHINE/run/Caddyfile" --adapter caddyfile \\
      >>"$MACHINE/run/caddy.log" 2>&1 &
    echo $! >"$MACHINE/run/caddy.pid"
    return
  fi
  case $unit in *.timer)
    systemd-analyze verify "/etc/systemd/system/$unit"
    echo "SKIPPED: $unit is not started, systemd only verifies it"
    return
  esac
  if [ "$(value Type)" = oneshot ]; then
    umask "$(value UMask)"
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin bash -c "
      set -a; . $(value EnvironmentFile); set +a
      exec setpriv --reuid=$(value User) --regid=$(value Group) --init-groups --no-new-privs $(value ExecStart)
    "
    return
  fi
  for folder in $(value StateDirectory); do
    install -d -o "$(value User)" -g "$(value Group)" -m "$(value StateDirectoryMode)" "/var/lib/$folder"
  done
  cd "$(value WorkingDirectory)"
  ulimit -n "$(value LimitNOFILE)" 2>/dev/null || echo "SKIPPED: this machine does not allow $(value LimitNOFILE) open files"
  umask "$(value UMask)"
  env -i NODE_EXTRA_CA_CERTS=/etc/ssl/payments.pem \\
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin bash -c "
    set -a; . $(value EnvironmentFile); set +a
    exec setpriv --reuid=$(value User) --regid=$(value Group) --init-groups --no-new-privs $(value ExecStart)
  " >>"$MACHINE/run/$unit.log" 2>&1 &
  echo $! >"$MACHINE/run/$unit.pid"
}
[ "$command" = daemon-reload ] && exit 0
for unit in "$@"; do
  case $command in
    enable | start) start "$unit" ;;
    restart) stop "$unit"; start "$unit" ;;
    stop) stop "$unit" ;;
    *) echo "systemctl $command is not known here" >&2; exit 1 ;;
  esac
done
`;

/** Debian's packages are on this machine already, partly from elsewhere: it only looks whether they exist. */
const APT_GET = `#!/bin/bash
set -eu
echo "SKIPPED: apt-get $*"
[ "$1" = update ] && exit 0
for name in "\${@:2}"; do
  case $name in -*) ;; *) apt-cache show "$name" | grep -q ^Package: ;; esac
done
`;

/** Only npm reaches the network of this machine, for its registry. */
const NPM = `#!/bin/bash
exec nsenter --net="$MACHINE/network" "$REAL_NPM" "$@"
`;

const PREPARE = `
export MACHINE=$1 REPOSITORY=$2 REAL_NPM=$(command -v npm)
mkdir "$MACHINE/files"
mount -t tmpfs tmpfs "$MACHINE/files"
for folder in etc opt root usr/local var/lib var/backups; do
  mkdir -p "$MACHINE/files/$folder/changes" "$MACHINE/files/$folder/work"
  mount -t overlay overlay "/$folder" \\
    -o "lowerdir=/$folder,upperdir=$MACHINE/files/$folder/changes,workdir=$MACHINE/files/$folder/work"
done
mkdir -p /run/postgresql
mount -t tmpfs tmpfs /run/postgresql
chown postgres /run/postgresql
ip link set lo up
export PATH=$MACHINE/bin:$PATH:/usr/sbin
mkdir "$MACHINE/run"
postgres=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
install -d -o postgres "$MACHINE/files/postgres"
as_postgres() { (cd / && runuser -u postgres -- "$@"); }
as_postgres "$postgres/initdb" -D "$MACHINE/files/postgres" --auth-local=peer --auth-host=scram-sha-256 >/dev/null
as_postgres "$postgres/pg_ctl" -D "$MACHINE/files/postgres" -w -l "$MACHINE/files/postgres/log" \\
  -o '-k /run/postgresql -c fsync=off' start >/dev/null
# The payment provider is behind the proxy, with the certificate that the program is told to trust.
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=api.stripe.com -addext subjectAltName=DNS:api.stripe.com \\
  -keyout /etc/ssl/payments.key -out /etc/ssl/payments.pem 2>/dev/null
echo '127.0.0.1 api.stripe.com radio.example.com' >>/etc/hosts
(cd "$REPOSITORY" && exec node --openssl-legacy-provider --conditions source --import tsx scripts/outside-services.ts \\
  "$MACHINE/run" 2525 4242 http://127.0.0.1:8001/v1/webhooks/stripe) &
until [ -s "$MACHINE/run/bucket" ]; do sleep 0.1; done
cp "$MACHINE"/tarballs/* /root/
umask 022
cd /root
`;

/**
 * @param machine an empty folder; `tarballs` in it has the releases that are copied to `/root`
 * @param given.repository the checkout that has the S3 server
 * @param given.script the commands, for bash, which ends at the first that fails
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runOnEmptyMachine(machine, { repository, script }) {
  const files = { systemctl: SYSTEMCTL, 'apt-get': APT_GET, npm: NPM };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(machine, 'bin', name), text, { mode: 0o755 });
  }
  await writeFile(join(machine, 'script'), `set -eu\n${PREPARE}${script}`);
  // Its own network begins behind the outer shell, which keeps a way to this machine's.
  const outer = `touch "$1/network"; mount --bind /proc/self/ns/net "$1/network"
    exec unshare --net --pid --fork --kill-child --mount-proc bash "$1/script" "$1" "$2"`;
  const args = ['--mount', 'bash', '-c', outer, 'machine', machine, repository];
  // No variables of the tests, such as NODE_ENV, which would win over the file of the page.
  const { PATH, HOME, LANG = 'C.UTF-8' } = process.env;
  const env = { PATH, HOME, LANG };
  const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output += String(part);
      process.stdout.write(part);
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

/**
 * The fenced `sh` blocks below one heading of a page.
 * @returns {string[]}
 */
export function commandsOf(page, heading) {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`The page has no section "${heading}".`);
  return [...section.matchAll(/```sh\n([\s\S]+?)```/g)].map(([, block]) => block);
}
