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
  stop(): void
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
  const bin = findPostgresBin()
  if (!bin) throw new Error('PostgreSQL 15 or newer was not found')
  const home = mkdtempSync(join(tmpdir(), 'ohmstead-postgres-'))
  const data = join(home, 'data')
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
  run('pg_ctl', ['-D', data, '-w', '-l', join(home, 'log'), 'start'])
  let isRunning = true
  return {
    url: `postgres://ohmstead@127.0.0.1:${port}/postgres`,
    version: run('postgres', ['--version']).trim(),
    stop: () => {
      if (!isRunning) return
      isRunning = false
      try {
        run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
      } finally {
        rmSync(home, { recursive: true, force: true })
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
