import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import mqtt from 'mqtt'
import { findFreePort } from '../../../../tools/test-run/free-port.ts'

export interface RabbitNode {
  name: string
  mqttUrl: string
  mqttPort: number
  apiUrl: string
  start(): void
  /** As a power cut would. */
  kill(): Promise<void>
  readLog(): string
}

export interface RabbitCluster {
  nodes: RabbitNode[]
  username: string
  password: string
  /** Asks the management API of the first node that answers. */
  call(path: string): Promise<unknown>
  /** Resolves when all nodes that were started run and listen for MQTT. */
  waitUntilReady(): Promise<void>
  stop(): Promise<void>
}

const deploy = fileURLToPath(new URL('../../../../deploy/rabbitmq/', import.meta.url))
const program = '/usr/lib/rabbitmq/bin/rabbitmq-server'
const [username, password] = ['ohmstead', 'cloud-password']

/**
 * Real RabbitMQ nodes with the configuration that we ship; only ports, folders and names of nodes differ. Names, cookie
 * and epmd are of their own, so that no other Erlang program of the machine sees them.
 */
export async function startRabbitCluster(count: 1 | 3): Promise<RabbitCluster> {
  const home = mkdtempSync(join(tmpdir(), 'ohmstead-rabbit-'))
  const epmdPort = await findFreePort()
  const epmd = spawnUntilOrphaned('epmd', ['-port', String(epmdPort), '-address', '127.0.0.1'], {})
  const cookie = randomBytes(12).toString('hex')
  const names = Array.from({ length: count }, (_, index) => `broker${index + 1}@localhost`)
  const nodes: (RabbitNode & { isStarted(): boolean })[] = []
  for (const name of names) {
    const [distPort, mqttPort, apiPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
    const folder = join(home, name)
    mkdirSync(folder)
    copyFileSync(join(deploy, 'enabled_plugins'), join(folder, 'enabled_plugins'))
    writeFileSync(join(folder, 'rabbitmq.conf'), buildConfig({ names, mqttPort, apiPort }))
    const environment = {
      HOME: folder,
      LANG: 'C.UTF-8',
      RABBITMQ_NODENAME: name,
      RABBITMQ_DIST_PORT: String(distPort),
      RABBITMQ_CONF_ENV_FILE: join(folder, 'none'),
      RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
      RABBITMQ_ADVANCED_CONFIG_FILE: join(folder, 'none.config'),
      RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
      RABBITMQ_MNESIA_BASE: join(folder, 'data'),
      RABBITMQ_LOG_BASE: join(folder, 'log'),
      RABBITMQ_PID_FILE: join(folder, 'pid'),
      RABBITMQ_GENERATED_CONFIG_DIR: join(folder, 'generated'),
      ERL_EPMD_PORT: String(epmdPort),
      ERL_EPMD_ADDRESS: '127.0.0.1',
      ERL_CRASH_DUMP_SECONDS: '0',
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `-setcookie ${cookie} -kernel inet_dist_use_interface {127,0,0,1}`,
      // Three on one machine must not spin for work that others could do.
      RABBITMQ_SCHEDULER_BIND_TYPE: 'u',
      RABBITMQ_SERVER_ERL_ARGS: '+S 2:2 +sbwt none +sbwtdcpu none +sbwtdio none',
    }
    let child: Child | null = null
    nodes.push({
      name,
      mqttPort,
      mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
      apiUrl: `http://127.0.0.1:${apiPort}`,
      start: () => {
        child = spawnUntilOrphaned(program, [], environment)
      },
      kill: async () => {
        await child?.kill()
        child = null
      },
      isStarted: () => child !== null,
      readLog: () => readFileSync(join(folder, 'log', `${name}.log`), 'utf8'),
    })
  }
  const call = async (path: string) => {
    let failure: unknown
    for (const { apiUrl } of nodes) {
      try {
        const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
        const answer = await fetch(`${apiUrl}${path}`, { headers: { authorization } })
        if (answer.ok) return await answer.json()
        failure = new Error(`${path}: ${answer.status}`)
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }
  async function waitUntilReady(): Promise<void> {
    const started = nodes.filter((node) => node.isStarted())
    const end = Date.now() + 150_000
    for (;;) {
      if (await areReady(started)) return
      if (Date.now() > end)
        throw new Error(`the brokers are not ready:\n${started[0]?.readLog().slice(-3000)}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  const areReady = async (started: readonly RabbitNode[]) => {
    try {
      const overview = (await call('/api/nodes')) as { running: boolean }[]
      const listeners = (await call('/api/overview')) as { listeners: { node: string; protocol: string }[] }
      const open = listeners.listeners.filter(({ protocol }) => protocol === 'mqtt')
      return (
        overview.filter(({ running }) => running).length === started.length && open.length === started.length
      )
    } catch {
      return false
    }
  }
  // Each founds the register of client ids alone, or asks the others to be taken in, and may stay outside if two ask at
  // once: docs/runbooks/replicated-broker.md.
  for (const node of nodes) {
    node.start()
    await waitUntilReady()
    await waitUntilItTakesSessions(node)
  }
  return {
    nodes,
    username,
    password,
    call,
    waitUntilReady,
    stop: async () => {
      await Promise.all(nodes.map((node) => node.kill()))
      await epmd.kill()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** One that answers "server unavailable" for a minute is started again, as the runbook says. */
async function waitUntilItTakesSessions(node: RabbitNode): Promise<void> {
  const end = Date.now() + 150_000
  let restartAt = Date.now() + 60_000
  for (;;) {
    try {
      const client = await mqtt.connectAsync(node.mqttUrl, { username, password, reconnectPeriod: 0 }, false)
      return await client.endAsync()
    } catch (error) {
      if (Date.now() > end) throw new Error(`${error}:\n${node.readLog().slice(-3000)}`)
      if (Date.now() > restartAt) {
        restartAt = Number.POSITIVE_INFINITY
        await node.kill()
        node.start()
      }
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

function buildConfig(own: { names: string[]; mqttPort: number; apiPort: number }): string {
  const nodes = own.names.map(
    (name, index) => `cluster_formation.classic_config.nodes.${index + 1} = ${name}`,
  )
  const lines = readFileSync(join(deploy, 'rabbitmq.conf'), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('cluster_formation.classic_config.nodes.'))
  return [...lines, ...nodes]
    .join('\n')
    .replace('127.0.0.1:1883', `127.0.0.1:${own.mqttPort}`)
    .replace('management.tcp.port = 15672', `management.tcp.port = ${own.apiPort}`)
    .replace('default_pass = CHANGE-ME', `default_pass = ${password}`)
}

interface Child {
  kill(): Promise<void>
}

/** A process with a group of its own that ends with this process, however this ends: the pipe to it closes then. */
function spawnUntilOrphaned(command: string, args: string[], environment: Record<string, string>): Child {
  const watch = 'exec 3<&0; (cat <&3 >/dev/null; kill -9 0) & "$@" </dev/null'
  let isWanted = true
  let child: ChildProcess
  let ended: Promise<void>
  const start = () => {
    child = spawn('/bin/sh', ['-c', watch, 'sh', command, ...args], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
    const { pid } = child
    ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    void ended.then(() => {
      endGroup(pid)
      // As its unit of systemd says: nodes that start at the same moment may find each other unready, and give up.
      if (isWanted) start()
    })
  }
  start()
  return {
    kill: async () => {
      isWanted = false
      endGroup(child.pid)
      await ended
    },
  }
}

function endGroup(leader: number | undefined): void {
  try {
    process.kill(-leader!, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
