import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { testKey } from './test-settings.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
/** Ends a child with its parent; for `node --import`, and a pipe as the child's standard input. */
export const endWithParent = new URL('./end-with-parent.ts', import.meta.url).href
const startLimitMs = 180_000
const stopLimitMs = 60_000

export interface ServerProcess {
  /** Kills it without warning, as a crash or a power cut would. */
  kill(): Promise<void>
  /** Ends it as Ctrl-C does. */
  stop(): Promise<void>
  pid: number
}

/**
 * The server as a separate process, ready when it says so. Only the given settings reach it. It ends with the process that
 * started it, and when it is not ready in time.
 */
export async function startServerProcess(
  settings: Record<string, string>,
  options: { program?: string; limitMs?: number } = {},
): Promise<ServerProcess> {
  const { program = main, limitMs = startLimitMs } = options
  const child = spawn(process.execPath, ['--import', endWithParent, program], {
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
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  let limit: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output = (output + chunk).slice(-5000)
        if (output.includes('Ohmstead is ready')) resolve()
      }
      child.stdout!.on('data', read)
      child.stderr!.on('data', read)
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
      limit = setTimeout(
        () =>
          reject(new Error(`the server (process ${child.pid}) was not ready after ${limitMs} ms: ${output}`)),
        limitMs,
      )
    })
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    clearTimeout(limit)
  }
  const end = (signal: NodeJS.Signals) => endProcess(child, signal)
  return { pid: child.pid!, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    const impatience = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
    child.once('exit', () => {
      clearTimeout(impatience)
      resolve()
    })
    child.kill(signal)
  })
}
