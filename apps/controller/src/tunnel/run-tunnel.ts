import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { SshKey } from './ssh-key.ts'
import type { TunnelOrder } from './tunnel-order.ts'

export interface TunnelRunner {
  /** Resolves once the cloud has taken it; rejects with what the client of SSH said. An open one only lasts longer. */
  open(order: TunnelOrder): Promise<void>
  /** Of any number, or only this one. */
  close(id?: number): Promise<void>
}

const patienceMs = 25_000
const hostAlias = 'ohmstead-tunnel'

/** The OpenSSH client of this machine; null without one. */
export function findSsh(path = process.env.PATH ?? ''): string | null {
  const folders = [...path.split(':'), '/usr/bin', '/usr/local/bin']
  return folders.map((folder) => join(folder, 'ssh')).find((file) => existsSync(file)) ?? null
}

/**
 * Runs one reverse tunnel at a time with the client of OpenSSH, until its time is over. `page` starts what is shown, and
 * says at which port. What an earlier run of this program left behind is ended.
 */
export function createTunnelRunner(options: {
  ssh: string
  key: SshKey
  /** For the key, the cloud's key and the number of the process; nobody else's. */
  directory: string
  page(): Promise<{ port: number; close(): Promise<void> }>
  log(text: string): void
}): TunnelRunner {
  const { directory, log } = options
  const files = {
    key: join(directory, 'key'),
    hosts: join(directory, 'known_hosts'),
    pid: join(directory, 'ssh.pid'),
  }
  let current: { id: number; child: ChildProcess; timer: NodeJS.Timeout; ended: Promise<void> } | null = null
  endLeftOver(files.pid, files.key)

  async function open(order: TunnelOrder): Promise<void> {
    if (current?.id === order.id) {
      clearTimeout(current.timer)
      current.timer = endLater(current.child, order.ttlSeconds)
      return
    }
    await close()
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    writeFileSync(files.key, options.key.privateFile, { mode: 0o600 })
    writeFileSync(files.hosts, `${hostAlias} ${order.hostKey}\n`, { mode: 0o600 })
    const page = await options.page()
    const child = spawn(options.ssh, buildArguments(order, page.port, files), {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
    })
    if (child.pid !== undefined) writeFileSync(files.pid, String(child.pid), { mode: 0o600 })
    const ended = new Promise<void>((resolve) => {
      const finish = () => {
        clearTimeout(mine.timer)
        if (current === mine) current = null
        rmSync(directory, { recursive: true, force: true })
        void page.close().then(resolve)
      }
      child.once('exit', finish)
      child.once('error', finish)
    })
    const mine = { id: order.id, child, timer: endLater(child, order.ttlSeconds), ended }
    current = mine
    await taken(child)
    log(`tunnel ${order.id} is open for ${order.ttlSeconds} s`)
    void ended.then(() => log(`tunnel ${order.id} has ended`))
  }

  async function close(id?: number): Promise<void> {
    const was = current
    if (!was || (id !== undefined && was.id !== id)) return
    was.child.kill('SIGTERM')
    const kill = setTimeout(() => was.child.kill('SIGKILL'), 2_000)
    await was.ended
    clearTimeout(kill)
  }

  return { open, close }
}

function endLater(child: ChildProcess, seconds: number): NodeJS.Timeout {
  const timer = setTimeout(() => child.kill('SIGTERM'), seconds * 1000)
  timer.unref()
  return timer
}

/** Nothing of this machine's own settings of SSH, no shell, and no other end than the one whose key is known. */
const buildArguments = (
  { host, port, user }: TunnelOrder,
  pagePort: number,
  files: { key: string; hosts: string },
): string[] => [
  ...['-N', '-T', '-F', '/dev/null', '-i', files.key, '-p', String(port), '-l', user],
  ...[
    'BatchMode=yes',
    'IdentitiesOnly=yes',
    'IdentityAgent=none',
    'PreferredAuthentications=publickey',
    'StrictHostKeyChecking=yes',
    `HostKeyAlias=${hostAlias}`,
    `UserKnownHostsFile=${files.hosts}`,
    'GlobalKnownHostsFile=/dev/null',
    'UpdateHostKeys=no',
    'ExitOnForwardFailure=yes',
    'ConnectTimeout=15',
    'ServerAliveInterval=15',
    'ServerAliveCountMax=3',
    'ControlPath=none',
    'PermitLocalCommand=no',
  ].flatMap((setting) => ['-o', setting]),
  ...['-R', `0:127.0.0.1:${pagePort}`, '--', host],
]

/** The client says which port it was given, or ends. */
function taken(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => {
      child.kill('SIGTERM')
      reject(new Error('the cloud did not answer by SSH in time'))
    }, patienceMs)
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-2_000)
      if (!/^Allocated port \d+ for remote forward/m.test(said)) return
      clearTimeout(timer)
      resolve()
    })
    const fail = (reason: string) => {
      clearTimeout(timer)
      reject(new Error(said.trim().split('\n').at(-1)?.trim().slice(0, 300) || reason))
    }
    child.once('exit', (code) => fail(`ssh ended with ${code}`))
    child.once('error', (error) => fail(error.message))
  })
}

/** A run that was killed leaves its client behind. Only that one is ended: the number may belong to something else by now. */
function endLeftOver(pidFile: string, key: string): void {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'))
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    if (pid > 1 && words.includes(key)) process.kill(pid, 'SIGTERM')
  } catch {
    // Nothing was left, or it has ended.
  }
}
