import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findFreePort } from '../../../../tools/test-run/free-port.ts'
import type { Certificates } from './make-certificates.ts'

export interface TestMosquitto {
  port: number
  url: string
  username: string
  password: string
  pid(): number
  /** Kills the broker as a crash or a restart would. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  start(): Promise<void>
  /** Where its plugin keeps the accounts. */
  usersFile: string
  /** Starts again as a broker that knows the cloud by this password and has forgotten everybody else. */
  restartWithPassword(password: string, options?: { withPlugin: boolean }): Promise<void>
  /** How often it has refused somebody. */
  countRefused(): number
  stop(): Promise<void>
}

const deploy = fileURLToPath(new URL('../../../../deploy/', import.meta.url))

/**
 * A real Mosquitto on its own port with the configuration that we ship, included by Debian's default configuration;
 * only port and folders differ. With `tls` it
 * presents that certificate and accepts only clients with one of the same authority.
 */
export async function startMosquitto(
  tls?: Certificates,
  options: { savesAtEveryChange?: boolean } = {},
): Promise<TestMosquitto> {
  const directory = mkdtempSync(join(tmpdir(), 'ohmstead-mosquitto-'))
  const port = await findFreePort()
  const username = 'ohmstead'
  const password = 'cloud-password'
  const config = readFileSync(join(deploy, 'mosquitto.conf'), 'utf8')
    .replace(
      'listener 1883 127.0.0.1',
      [`listener ${port} 127.0.0.1`, ...(tls ? tlsLines(directory, tls) : [])].join('\n'),
    )
    .replace('autosave_on_changes false', `autosave_on_changes ${options.savesAtEveryChange === true}`)
    .replaceAll('/var/lib/mosquitto/', `${directory}/`)
    .replaceAll('/etc/mosquitto/ohmstead.acl', join(directory, 'acl'))
  mkdirSync(join(directory, 'conf.d'))
  const withoutPlugin = config
    .replaceAll(/^plugin.*$/gm, '')
    .replace('allow_anonymous false', 'allow_anonymous true')
  const configFile = join(directory, 'conf.d', 'ohmstead.conf')
  writeFileSync(configFile, config)
  writeFileSync(join(directory, 'mosquitto.conf'), debianConfig(directory))
  writeFileSync(join(directory, 'acl'), readFileSync(join(deploy, 'mosquitto.acl')))
  const usersFile = join(directory, 'dynamic-security.json')
  const letIn = (cloudPassword: string) =>
    promisify(execFile)('mosquitto_ctrl', ['dynsec', 'init', usersFile, username, cloudPassword])
  await letIn(password)
  // Started as root it switches to the user mosquitto.
  for (const name of ['', 'acl', 'mosquitto.conf', 'conf.d', 'conf.d/ohmstead.conf', 'dynamic-security.json'])
    chmodSync(join(directory, name), 0o777)
  let process: ChildProcess

  async function start(): Promise<void> {
    chmodSync(usersFile, 0o777)
    process = spawn('/usr/sbin/mosquitto', ['-c', join(directory, 'mosquitto.conf')], { stdio: 'ignore' })
    await waitForPort(port)
  }
  function kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    return new Promise((resolve) => {
      if (process.exitCode !== null || process.signalCode !== null) return resolve()
      process.once('exit', () => resolve())
      process.kill(signal)
    })
  }
  await start()
  return {
    port,
    url: `mqtt://127.0.0.1:${port}`,
    username,
    password,
    pid: () => process.pid!,
    kill,
    start,
    usersFile,
    restartWithPassword: async (cloudPassword, { withPlugin } = { withPlugin: true }) => {
      await kill('SIGTERM')
      writeFileSync(configFile, withPlugin ? config : withoutPlugin)
      rmSync(usersFile)
      await letIn(cloudPassword)
      await start()
    },
    countRefused: () => readFileSync(join(directory, 'log'), 'utf8').split('not authorised').length - 1,
    stop: async () => {
      await kill('SIGTERM')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** /etc/mosquitto/mosquitto.conf of the package: its settings may not be repeated. */
const debianConfig = (directory: string) => `persistence true
persistence_location ${directory}/
log_dest file ${join(directory, 'log')}
include_dir ${join(directory, 'conf.d')}
`

function tlsLines(directory: string, { ca, cert, key }: Certificates): string[] {
  const lines = Object.entries({ cafile: ca, certfile: cert, keyfile: key }).map(([name, path]) => {
    copyFileSync(path, join(directory, name))
    chmodSync(join(directory, name), 0o644)
    return `${name} ${join(directory, name)}`
  })
  return [...lines, 'require_certificate true']
}

async function waitForPort(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
      socket.unref()
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('Mosquitto did not start')
}
