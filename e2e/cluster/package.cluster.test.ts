import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readBuildTime, readVersion } from '../../tools/release/build-release.ts'
import { stageProgram } from '../../tools/release/stage-program.ts'
import { writeDebianPackage } from '../../tools/release/write-debian-package.ts'
import { findFreePort } from '../../tools/test-run/free-port.ts'
import { type DebianRoot, makeDebianRoot } from '../kit/debian-root.ts'

// The Debian package in a clean Debian without systemd: installed, configured, started as its unit does, upgraded,
// downgraded, removed and purged (docs/runbooks/production.md).

// Making the embedded database takes ten seconds of a processor, and packing as many.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const machine = process.arch as 'x64' | 'arm64'
const later = '999.0.0'
const version = readVersion()
const work = mkdtempSync(join(tmpdir(), 'ohmstead-package-'))
const ports = {
  PORT: await findFreePort(),
  MQTT_PORT: await findFreePort(),
  METRICS_PORT: await findFreePort(),
}
const tunnelPorts = { TUNNEL_PORT: await findFreePort(), TUNNEL_SSH_PORT: await findFreePort() }
let root: DebianRoot
let packages: { now: string; later: string }
let server: ChildProcess | null = null

const at = (path: string) => join(root.path, path)
const shell = (line: string) => root.run(['sh', '-c', line])
const ohmstead = (...words: string[]) => root.run(['ohmstead', ...words])
const dpkg = (...words: string[]) => root.run(['dpkg', ...words])
const install = (file: string) => {
  cpSync(file, at('tmp/ohmstead.deb'))
  const done = dpkg('--install', '/tmp/ohmstead.deb')
  rmSync(at('tmp/ohmstead.deb'))
  return done
}

beforeAll(async () => {
  const builtAt = readBuildTime()
  const program = join(work, 'program')
  await stageProgram(program, { version, machine, builtAt })
  const pack = async (packed: string) =>
    (await writeDebianPackage(work, {
      ...{ program, version: packed, machine, builtAt },
      compression: ['-Znone'],
    }))!
  const now = await pack(version)
  // As a later release would: its version, and a migration of its own.
  writeFileSync(join(program, 'package.json'), JSON.stringify({ version: later, type: 'module' }))
  writeFileSync(
    join(program, 'apps/server/src/db/migrations/9999_of_a_later_version.sql'),
    'create table of_a_later_version (id integer);',
  )
  packages = { now, later: await pack(later) }
  const [, depends] = /^Depends: (.*)$/m.exec(
    execFileSync('dpkg-deb', ['--field', now], { encoding: 'utf8' }),
  )!
  root = makeDebianRoot(depends!.split(', ').map((one) => one.split(' ')[0]!))
})

afterAll(async () => {
  if (server) await stop()
  root?.remove()
  rmSync(work, { recursive: true, force: true })
})

/** As systemd would: the unit's command as its user, with its file of settings. */
async function start(): Promise<{ code: number | null; output: string }> {
  const unit = readFileSync(at('usr/lib/systemd/system/ohmstead.service'), 'utf8')
  const read = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)![1]!
  const lines = readFileSync(at(read('EnvironmentFile')), 'utf8').split('\n')
  const env = Object.fromEntries(
    lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2)),
  )
  const child = root.start(read('ExecStart').split(' '), { user: read('User'), env })
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<null>((resolve) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('Ohmstead is ready')) resolve(null)
      })
  })
  const code = await Promise.race([ended, ready])
  if (code === null) server = child
  return { code, output }
}

async function stop(): Promise<number | null> {
  const child = server!
  server = null
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  return ended
}

/** What a server says first to whoever connects. */
async function readGreeting(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return first.toString()
}

const url = `http://127.0.0.1:${ports.PORT}`
const askVersion = async () =>
  ((await (await fetch(`${url}/api/health`)).json()) as { data: { version: string } }).data.version

test('installs without starting, makes user and key, and says what is missing', () => {
  const { status, output } = install(packages.now)
  expect(status, output).toBe(0)
  expect(output).toContain('PUBLIC_URL: https://cloud.example is an example')
  expect(output).toContain('DATABASE_URL_FILE: /etc/ohmstead/database-url is empty')
  expect(output).toContain('systemctl enable --now ohmstead')
  expect(ohmstead('--version').output).toBe(`ohmstead ${version}\n`)
  expect(dpkg('--verify', 'ohmstead')).toEqual({ status: 0, output: '' })
  expect(shell('stat -c "%U:%G %a" /etc/ohmstead/* /var/lib/ohmstead').output.split('\n')).toEqual([
    ...['root:ohmstead 640', 'root:ohmstead 640', 'root:ohmstead 640', 'ohmstead:ohmstead 700', ''],
  ])
  expect(Buffer.from(readFileSync(at('etc/ohmstead/secret-key'), 'utf8'), 'base64')).toHaveLength(32)
  expect(existsSync(at('etc/systemd/system/multi-user.target.wants/ohmstead.service'))).toBe(false)
  expect(readFileSync(at('usr/share/doc/ohmstead/examples/nginx-web.conf'), 'utf8')).toContain('upstream')
})

test('the unit is one that systemd accepts', () => {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) return
  const unit = at('usr/lib/systemd/system/ohmstead.service')
  // The program is not on this machine.
  const text = readFileSync(unit, 'utf8').replace('/usr/lib/ohmstead/bin/ohmstead', '/bin/true')
  writeFileSync(join(work, 'ohmstead.service'), text)
  const { status, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', '--man=no', join(work, 'ohmstead.service')],
    { encoding: 'utf8' },
  )
  expect(stderr.split('\n').filter((line) => line.includes('ohmstead.service'))).toEqual([])
  expect(status).toBe(0)
})

test('neither the service nor a command runs with settings that are missing', async () => {
  const { code, output } = await start()
  expect(code).toBe(1)
  expect(output).toContain('MQTT_PUBLIC_URL: mqtts://cloud.example:8883 is an example')
  expect(ohmstead('check').status).toBe(1)
  expect(root.run(['ohmstead', 'check'], { user: 'nobody' }).output).toContain('only root')
})

test('makes an administrator and starts once it is configured', async () => {
  const file = at('etc/ohmstead/ohmstead.env')
  const text = readFileSync(file, 'utf8')
    .replace(/^(DATABASE_URL_FILE|TRUST_PROXY|MQTT_PUBLIC_URL)=.*$/gm, '#$&')
    .replace(/^PUBLIC_URL=.*$/m, `PUBLIC_URL=${url}`)
    .replace(
      /^(PORT|MQTT_PORT|METRICS_PORT)=.*$/gm,
      (_, name: keyof typeof ports) => `${name}=${ports[name]}`,
    )
  const tunnels = {
    TUNNEL_URL: `http://tunnels.test:${tunnelPorts.TUNNEL_PORT}`,
    TUNNEL_SSH_PUBLIC: `127.0.0.1:${tunnelPorts.TUNNEL_SSH_PORT}`,
    ...tunnelPorts,
  }
  const more = Object.entries({ ENERGY_CHARTS_URL: 'off', LOG_LEVEL: 'warn', ...tunnels })
  writeFileSync(file, `${text}${more.map(([name, value]) => `${name}=${value}\n`).join('')}`)
  expect(ohmstead('check')).toEqual({ status: 0, output: 'The settings are complete.\n' })
  expect(ohmstead('admin', 'create', 'ana@test.si').output).toContain(`${url}/`)
  const { code, output } = await start()
  expect(code, output).toBeNull()
  expect(output).toContain(version)
  expect(await askVersion()).toBe(version)
  const page = await fetch(url, { headers: { accept: 'text/html', 'accept-encoding': 'br' } })
  expect(page.headers.get('content-encoding')).toBe('br')
  expect(await page.text()).toContain('<html')
  expect((await (await fetch(`${url}/api/docs/reference.js`)).text()).length).toBeGreaterThan(1_000_000)
  expect((await fetch(`${url}/api/docs/production`)).status).toBe(200)
  expect((await fetch(`${url}/api/openapi.json`)).status).toBe(200)
  expect(await readGreeting(tunnelPorts.TUNNEL_SSH_PORT)).toMatch(/^SSH-2\.0-/)
  expect(await stop()).toBe(0)
})

test('brings its threads, its fonts and the library of public holidays', () => {
  const script = `
    const { Worker } = require('node:worker_threads')
    const { readdirSync } = require('node:fs')
    const program = '/usr/lib/ohmstead/program/'
    const names = readdirSync(program).filter((name) => /^(calculation|csv)-worker/.test(name))
    for (const name of names) {
      const worker = new Worker(program + name)
      worker.once('message', () => { console.log(name); worker.terminate() })
      worker.postMessage({})
    }
    const Holidays = require('/usr/lib/ohmstead/node_modules/date-holidays')
    console.log(new (Holidays.default ?? Holidays)('HR').getHolidays(2026).length > 10)`
  const { output } = root.run(['/usr/lib/ohmstead/bin/node', '-e', script])
  expect(output.trim().split('\n').sort()).toEqual(['calculation-worker.js', 'csv-worker.js', 'true'])
  const fonts = at('usr/lib/ohmstead/node_modules/@expo-google-fonts/inter')
  for (const path of [
    '400Regular/Inter_400Regular',
    '500Medium/Inter_500Medium',
    '600SemiBold/Inter_600SemiBold',
  ])
    expect(statSync(`${fonts}/${path}.ttf`).size).toBeGreaterThan(100_000)
})

test('an upgrade keeps settings, key and data', async () => {
  const settings = readFileSync(at('etc/ohmstead/ohmstead.env'), 'utf8')
  const key = readFileSync(at('etc/ohmstead/secret-key'), 'utf8')
  cpSync(at('var/lib/ohmstead'), join(work, 'backup'), { recursive: true, preserveTimestamps: true })
  const { status, output } = install(packages.later)
  expect(status, output).toBe(0)
  expect(output).not.toContain('not started')
  expect(readFileSync(at('etc/ohmstead/ohmstead.env'), 'utf8')).toBe(settings)
  expect(readFileSync(at('etc/ohmstead/secret-key'), 'utf8')).toBe(key)
  const started = await start()
  expect(started.code, started.output).toBeNull()
  expect(await askVersion()).toBe(later)
  await stop()
  expect(ohmstead('admin', 'list').output).toContain('ana@test.si')
})

test('after a downgrade it refuses the newer database, and runs on the backup from before', async () => {
  const { status, output } = install(packages.now)
  expect(status, output).toBe(0)
  expect(output).toContain('downgrading ohmstead')
  const refused = await start()
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('used by a newer version')
  expect(refused.output).toContain('restore a backup from before the upgrade')
  rmSync(at('var/lib/ohmstead'), { recursive: true })
  cpSync(join(work, 'backup'), at('var/lib/ohmstead'), { recursive: true })
  shell('chown -R ohmstead:ohmstead /var/lib/ohmstead && chmod 700 /var/lib/ohmstead')
  const started = await start()
  expect(started.code, started.output).toBeNull()
  expect(await askVersion()).toBe(version)
  await stop()
})

test('removing keeps settings, key and data; purging takes the settings only', () => {
  const key = readFileSync(at('etc/ohmstead/secret-key'), 'utf8')
  expect(dpkg('--remove', 'ohmstead').status).toBe(0)
  for (const path of ['usr/bin/ohmstead', 'usr/lib/ohmstead', 'usr/lib/systemd/system/ohmstead.service'])
    expect(existsSync(at(path)), path).toBe(false)
  for (const path of ['etc/ohmstead/ohmstead.env', 'etc/ohmstead/secret-key', 'var/lib/ohmstead/database'])
    expect(existsSync(at(path)), path).toBe(true)
  const { status, output } = dpkg('--purge', 'ohmstead')
  expect(status, output).toBe(0)
  expect(output).toContain('rm -r /etc/ohmstead /var/lib/ohmstead')
  expect(existsSync(at('etc/ohmstead/ohmstead.env'))).toBe(false)
  expect(readFileSync(at('etc/ohmstead/secret-key'), 'utf8')).toBe(key)
  expect(install(packages.now).status).toBe(0)
  expect(readFileSync(at('etc/ohmstead/secret-key'), 'utf8')).toBe(key)
})
