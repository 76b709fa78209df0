import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { testKey } from './test-settings.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

export interface ServerProcess {
  /** Kills it without warning, as a crash or a power cut would. */
  kill(): Promise<void>
  /** Ends it as Ctrl-C does. */
  stop(): Promise<void>
  pid: number
}

/** The server as a separate process, ready when it says so. Only the given settings reach it. */
export async function startServerProcess(settings: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'error',
      SECRET_KEY: testKey,
      ENERGY_CHARTS_URL: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk).slice(-5000)
      if (output.includes('Ohmstead is ready')) resolve()
    }
    child.stdout!.on('data', read)
    child.stderr!.on('data', read)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  const end = (signal: NodeJS.Signals) => endProcess(child, signal)
  return { pid: child.pid!, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
