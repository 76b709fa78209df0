import type { ChildProcess } from 'node:child_process'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  createTestController,
  createTestLocation,
  findStored,
  type TestController,
} from '../../apps/server/src/features/link/link-test-kit.ts'
import { startTestServer, type TestServer } from '../../apps/server/src/testing/start-test-server.ts'
import { readBuildTime, readVersion } from '../../tools/release/build-release.ts'
import { stageController } from '../../tools/release/stage-controller.ts'
import { writeControllerPackage } from '../../tools/release/write-controller-package.ts'
import { type DebianRoot, makeDebianRoot } from '../kit/debian-root.ts'

// The controller's Debian package in a clean Debian without systemd: installed, tried, run as its unit does, purged.

vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 })

const machine = process.arch as 'x64' | 'arm64'
const work = mkdtempSync(join(tmpdir(), 'ohmstead-controller-package-'))
let root: DebianRoot
let server: TestServer
let controller: TestController
let file: string
let running: ChildProcess | null = null

const at = (path: string) => join(root.path, path)
const conf = () => at('etc/ohmstead-controller/controller.conf')
/** Beside the server of this process, which has to answer meanwhile. */
async function selfTest(): Promise<{ status: number | null; output: string }> {
  const child = root.start(['ohmstead-controller', 'self-test'], { user: 'root', env: {} })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { status, output }
}
const configure = (lines: readonly string[]) => writeFileSync(conf(), `${lines.join('\n')}\n`)

beforeAll(async () => {
  const version = readVersion()
  const program = join(work, 'program')
  await stageController(program, { version, machine })
  file = (await writeControllerPackage(work, {
    ...{ program, version, machine, builtAt: readBuildTime() },
    compression: ['-Znone'],
  }))!
  root = makeDebianRoot(['adduser', 'libatomic1', 'libc6', 'libgcc-s1', 'libstdc++6', 'util-linux'])
  server = await startTestServer({ time: Date.now() })
  controller = await createTestController(server.db, await createTestLocation(server.db))
})
afterAll(async () => {
  running?.kill('SIGKILL')
  await server?.stop()
  root?.remove()
  rmSync(work, { recursive: true, force: true })
})

test('installs without starting, for a user of its own, with a configuration that others cannot read', () => {
  cpSync(file, at('tmp/controller.deb'))
  const { status, output } = root.run(['dpkg', '--install', '/tmp/controller.deb'])
  expect(status, output).toBe(0)
  expect(output).toContain('ohmstead-controller self-test && systemctl enable --now ohmstead-controller')
  const owners = root.run([
    ...['stat', '-c', '%U:%G %a', '/etc/ohmstead-controller/controller.conf', '/var/lib/ohmstead-controller'],
  ])
  expect(owners.output).toBe('root:ohmstead-controller 640\nohmstead-controller:ohmstead-controller 700\n')
  expect(root.run(['id', '-nG', 'ohmstead-controller']).output).toContain('dialout')
  expect(root.run(['ohmstead-controller', 'self-test'], { user: 'nobody' }).output).toContain('only root')
})

test('the unit is one that systemd accepts', () => {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) return
  const unit = join(work, 'ohmstead-controller.service')
  const text = readFileSync(at('usr/lib/systemd/system/ohmstead-controller.service'), 'utf8')
  // The program is not on this machine.
  writeFileSync(unit, text.replace('/usr/lib/ohmstead-controller/bin/ohmstead-controller', '/bin/true'))
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })
  expect(stderr.split('\n').filter((line) => line.includes('controller.service'))).toEqual([])
})

test('the self-test says in words what is wrong', async () => {
  const unfinished = await selfTest()
  expect(unfinished.status).toBe(1)
  expect(unfinished.output).toContain('--serial XXXX-XXXX-XXXX-XXXX is needed')
  const wrong = [
    `URL=http://127.0.0.1:65533`,
    `SERIAL=${controller.serial}`,
    `MQTT=mqtt://127.0.0.1:${server.mqttPort}`,
    'PASSWORD=wrong',
  ]
  configure(wrong)
  const { status, output } = await selfTest()
  expect(status, output).toBe(1)
  expect(output).toMatch(/^FAILED {2}Cloud: .*nothing listens there/m)
  expect(output).toMatch(/^FAILED {2}Credentials: .*wrong/m)
  expect(output).not.toContain('PASSWORD')
})

test('the self-test succeeds with the right settings, and the service sends readings', async () => {
  configure([
    `URL=${server.url}`,
    `SERIAL=${controller.serial}`,
    `MQTT=mqtt://127.0.0.1:${server.mqttPort}`,
    `PASSWORD=${controller.password}`,
    'PERIOD=1',
  ])
  const tried = await selfTest()
  expect(tried.status, tried.output).toBe(0)
  expect(tried.output).toMatch(/^ok {6}Clock: agrees with the cloud$/m)
  expect(tried.output).toMatch(/^Everything works\.$/m)

  const unit = readFileSync(at('usr/lib/systemd/system/ohmstead-controller.service'), 'utf8')
  const read = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)![1]!
  const [name, value] = read('Environment').split(/=(.*)/s)
  running = root.start(read('ExecStart').split(' '), { user: read('User'), env: { [name!]: value! } })
  await expect
    .poll(async () => (await findStored(server.db, controller)).length, { timeout: 30_000 })
    .toBeGreaterThan(0)
  const ended = new Promise((resolve) => running!.once('exit', resolve))
  running.kill('SIGTERM')
  expect(await ended).toBe(0)
  running = null
})

test('purging leaves nothing but its user', () => {
  const { status, output } = root.run(['dpkg', '--purge', 'ohmstead-controller'])
  expect(status, output).toBe(0)
  for (const path of [
    'usr/lib/ohmstead-controller',
    'etc/ohmstead-controller',
    'var/lib/ohmstead-controller',
  ])
    expect(existsSync(at(path)), path).toBe(false)
})
