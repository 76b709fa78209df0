import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import process from 'node:process'

// What the tests need besides npm packages. PostgreSQL, Mosquitto, nginx and Chromium are the ones used in production.

interface SystemNeed {
  /** Debian packages that bring it. */
  packages: string[]
  what: string
  isPresent: () => boolean
}

const testNeeds: SystemNeed[] = [
  {
    packages: ['chromium-headless-shell'],
    what: 'the headless shell of Chromium (or CHROMIUM_PATH, any Chromium)',
    isPresent: () => findChromium() !== null,
  },
  {
    packages: ['postgresql'],
    what: 'PostgreSQL 15 or newer (or PG_BIN, the folder of initdb)',
    isPresent: () => findPostgresBin() !== null,
  },
  { packages: ['mosquitto'], what: 'Mosquitto', isPresent: () => findProgram('mosquitto') !== null },
  {
    packages: ['mosquitto-clients'],
    what: 'mosquitto_pub',
    isPresent: () => findProgram('mosquitto_pub') !== null,
  },
  { packages: ['swupdate'], what: 'SWUpdate', isPresent: () => findProgram('swupdate') !== null },
  {
    packages: ['openssh-client'],
    what: 'the client of OpenSSH',
    isPresent: () => findProgram('ssh') !== null,
  },
  {
    packages: ['nginx', 'libnginx-mod-stream'],
    what: 'nginx with its stream module',
    isPresent: () =>
      findProgram('nginx') !== null &&
      (!existsSync('/etc/debian_version') || existsSync('/usr/lib/nginx/modules/ngx_stream_module.so')),
  },
  {
    packages: ['fonts-dejavu-core'],
    what: 'a font with Latin and mathematical signs (DejaVu)',
    isPresent: () =>
      process.platform !== 'linux' || existsSync('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'),
  },
]

/** What only the trials of `npm run test:cluster` need. */
const clusterNeeds: SystemNeed[] = [
  {
    packages: ['prometheus'],
    what: 'Prometheus with promtool',
    isPresent: () => findProgram('promtool') !== null,
  },
  {
    packages: ['rabbitmq-server'],
    what: 'RabbitMQ',
    isPresent: () => existsSync('/usr/lib/rabbitmq/bin/rabbitmq-server'),
  },
  {
    packages: ['mmdebstrap'],
    what: 'mmdebstrap',
    isPresent: () => findProgram('mmdebstrap') !== null,
  },
  { packages: ['caddy'], what: 'Caddy', isPresent: () => findProgram('caddy') !== null },
]

/** What `npm run bench -- storage` compares with. */
const storageNeeds: SystemNeed[] = [
  { packages: ['influxdb'], what: 'InfluxDB', isPresent: () => findProgram('influxd') !== null },
]

/** Debian keeps daemons in /usr/sbin, which is not always in PATH. */
export function findProgram(name: string): string | null {
  const folders = [
    ...(process.env.PATH ?? '').split(':'),
    '/usr/sbin',
    '/usr/local/sbin',
    '/opt/homebrew/sbin',
  ]
  return folders.map((folder) => `${folder}/${name}`).find((path) => existsSync(path)) ?? null
}

/** The shell has the same engine without windows, and opens a page at half the cost. */
export function findChromium(): string | null {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? given : null
  return findProgram('chromium-headless-shell')
}

/** The folder of `initdb` and `postgres`, newest major first; null below 15. */
export function findPostgresBin(): string | null {
  if (process.env.PG_BIN) return process.env.PG_BIN
  const versions = '/usr/lib/postgresql'
  if (!existsSync(versions)) return null
  const major = readdirSync(versions)
    .map(Number)
    .filter((version) => version >= 15 && existsSync(`${versions}/${version}/bin/initdb`))
    .sort((a, b) => b - a)[0]
  return major ? `${versions}/${major}/bin` : null
}

/**
 * Installs what is missing if possible (Debian, as root); otherwise reports what is missing and returns false. The trials
 * of several machines need more than `npm test`.
 */
export function ensureSystemPackages({ forCluster = false, forStorage = false } = {}): boolean {
  const needs = [...testNeeds, ...(forCluster ? clusterNeeds : []), ...(forStorage ? storageNeeds : [])]
  const missing = needs.filter((need) => !need.isPresent())
  if (missing.length === 0) return true
  const packages = missing.flatMap((need) => need.packages)
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log(`Installing ${packages.join(', ')} …`)
    apt('update', '-qq')
    apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
  }
  const still = needs.filter((need) => !need.isPresent())
  if (still.length === 0) return true
  console.error(`The tests need: ${still.map((need) => need.what).join('; ')}.`)
  console.error(`On Debian: apt-get install ${still.flatMap((need) => need.packages).join(' ')}`)
  return false
}

function apt(...args: string[]): void {
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Debian would otherwise start a PostgreSQL cluster and a broker on the default ports.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  })
}
