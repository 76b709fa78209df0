import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { findFreePort } from './free-port.ts'
import { findPostgresBin } from './system-packages.ts'

export interface PostgresCluster {
  /** For `TEST_DATABASE_URL`: a superuser who may create databases. */
  url: string
  version: string
  port: number
  /** Ends all of its processes without warning, as a loss of power would. */
  kill(): void
  stop(): void
}

export interface PostgresStandby extends PostgresCluster {
  /** From now on it takes writes. */
  promote(): void
}

/**
 * A temporary PostgreSQL with its own data directory, port and socket folder. It syncs to disk like a real one, so
 * that the benchmarks are meaningful, unless `settings` say otherwise. With `tls` it presents that certificate and accepts
 * only users with one of the same authority. `stop` is synchronous, so it works during exit.
 */
export async function startPostgresCluster(
  settings: Record<string, string> = {},
  tls?: { ca: string; cert: string; key: string },
): Promise<PostgresCluster> {
  const place = await makePlace()
  const { home, data, port, run } = place
  run('initdb', ['-D', data, '-U', 'ohmstead', '--auth=trust', '--encoding=UTF8', '--no-locale', '-N'])
  const secured = tls ? requireCertificates(data, tls) : {}
  const lines = Object.entries({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: home,
    max_connections: '200',
    shared_buffers: '256MB',
    ...secured,
    ...settings,
  }).map(([name, value]) => `${name} = '${value}'\n`)
  const configuration = join(data, 'postgresql.conf')
  writeFileSync(configuration, readFileSync(configuration, 'utf8') + lines.join(''))
  return startIn(place)
}

/**
 * Follows this cluster under the name `standby`; with `synchronous_standby_names` of that name a commit waits for both.
 */
export async function startStandby(primary: PostgresCluster): Promise<PostgresStandby> {
  const place = await makePlace()
  const { home, data, port, run } = place
  const from = `host=127.0.0.1 port=${primary.port} user=ohmstead application_name=standby`
  run('pg_basebackup', ['-D', data, '-R', '-X', 'stream', '-c', 'fast', '-N', '-d', from])
  const own = `port = '${port}'\nunix_socket_directories = '${home}'\nsynchronous_standby_names = ''\n`
  const configuration = join(data, 'postgresql.conf')
  writeFileSync(configuration, readFileSync(configuration, 'utf8') + own)
  const standby = startIn(place)
  return { ...standby, promote: () => void run('pg_ctl', ['-D', data, '-w', 'promote']) }
}

interface Place {
  home: string
  data: string
  port: number
  run(program: string, args: string[]): string
}

async function makePlace(): Promise<Place> {
  const bin = findPostgresBin()
  if (!bin) throw new Error('PostgreSQL 15 or newer was not found')
  const home = mkdtempSync(join(tmpdir(), 'ohmstead-postgres-'))
  const port = await findFreePort()
  // PostgreSQL refuses to run as root.
  const asRoot = process.getuid?.() === 0
  if (asRoot) {
    chmodSync(home, 0o755)
    execFileSync('chown', ['postgres', home])
  }
  const run = (program: string, args: string[]) => {
    const command = [join(bin, program), ...args]
    const [first = '', ...rest] = asRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
    const done = spawnSync(first, rest, { cwd: home, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr || done.stdout}`)
    return done.stdout
  }
  return { home, data: join(home, 'data'), port, run }
}

function startIn({ home, data, port, run }: Place): PostgresCluster {
  run('pg_ctl', ['-D', data, '-w', '-l', join(home, 'log'), 'start'])
  const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  let isRunning = true
  const remove = () => rmSync(home, { recursive: true, force: true })
  return {
    url: `postgres://ohmstead@127.0.0.1:${port}/postgres`,
    version: run('postgres', ['--version']).trim(),
    port,
    kill: () => {
      if (!isRunning) return
      isRunning = false
      const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
      for (const pid of [postmaster, ...children.split(' ').filter(Boolean).map(Number)])
        process.kill(pid, 'SIGKILL')
      remove()
    },
    stop: () => {
      if (!isRunning) return
      isRunning = false
      try {
        run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
      } finally {
        remove()
      }
    },
  }
}

function requireCertificates(data: string, { ca, cert, key }: { ca: string; cert: string; key: string }) {
  const owner = statSync(data)
  const files = { ssl_ca_file: ca, ssl_cert_file: cert, ssl_key_file: key }
  for (const [name, path] of Object.entries(files)) {
    const copy = join(data, name)
    copyFileSync(path, copy)
    chmodSync(copy, 0o600)
    chownSync(copy, owner.uid, owner.gid)
  }
  writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all localhost cert\n')
  return { ssl: 'on', ...Object.fromEntries(Object.keys(files).map((name) => [name, name])) }
}
