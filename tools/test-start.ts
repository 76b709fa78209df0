import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { findFreePort } from './test-run/free-port.ts'

// `npm run test:start`: a newcomer's first steps. A clean clone of the last commit, `npm start` with the machine's
// Node, one request to the page, Ctrl-C, and a second start.

const root = fileURLToPath(new URL('..', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'ohmstead-start-'))
const clone = join(home, 'ohmstead')
const ports = {
  PORT: await findFreePort(),
  MQTT_PORT: await findFreePort(),
  METRICS_PORT: await findFreePort(),
}
const url = `http://127.0.0.1:${ports.PORT}`
const results: [check: string, isGood: boolean][] = []

function check(name: string, isGood: boolean): void {
  results.push([name, isGood])
  console.log(`${isGood ? '✓' : '✗'} ${name}`)
}

function startAsNewcomer() {
  const child = spawn('npm', ['start'], {
    cwd: clone,
    // Ctrl-C on a terminal reaches the whole process group.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // Not the pinned Node of this copy.
      PATH: (process.env.PATH ?? '')
        .split(delimiter)
        .filter((folder) => !folder.includes('node_modules'))
        .join(delimiter),
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
      DEMO_HISTORY_DAYS: '2',
    },
  })
  let text = ''
  const startedAt = performance.now()
  let readySeconds: number | null = null
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        // The last line of its start-up message; log lines contain the address earlier.
        if (readySeconds === null && text.includes(url) && text.includes('Ctrl-C stops everything')) {
          readySeconds = (performance.now() - startedAt) / 1000
          resolve()
        }
      })
  })
  return {
    /** False if it exited, or did not come up within ten minutes. */
    isReady: () =>
      Promise.race([
        ready.then(() => true),
        ended.then(() => false),
        new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 600_000).unref()),
      ]),
    readySeconds: () => readySeconds ?? Number.NaN,
    output: () => text,
    async interrupt() {
      process.kill(-child.pid!, 'SIGINT')
      const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), 20_000)
      const end = await ended
      clearTimeout(timer)
      return end
    },
  }
}

const answers = async (path: string) => (await fetch(`${url}${path}`).catch(() => null))?.status === 200
const isTaken = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(Boolean(socket.destroy())))
    socket.once('error', () => resolve(false))
  })

try {
  execFileSync('git', ['clone', '--quiet', '--local', root, clone])
  for (const turn of ['first', 'second']) {
    const run = startAsNewcomer()
    const isReady = await run.isReady()
    check(`the ${turn} npm start listens (${run.readySeconds().toFixed(1)} s)`, isReady)
    if (!isReady) {
      console.error(run.output())
      break
    }
    check('the page is served', await answers('/'))
    check('the API answers', await answers('/api/health'))
    check('it prints the logins of the demo', run.output().includes('admin@demo.test'))
    if (turn === 'second')
      check('nothing is installed or built again', !/Installing|Building/.test(run.output()))
    const said = run.output().length
    const { code, signal } = await run.interrupt()
    // npm passes on its signal; anything else, or an error message, is no clean exit.
    const complaint =
      run
        .output()
        .slice(said)
        .match(/.*(error|Error|failed).*/)?.[0] ?? ''
    const isClean = (code === 0 || signal === 'SIGINT' || code === 130) && complaint === ''
    check(`Ctrl-C ends it without an error${isClean ? '' : `: ${code ?? signal} ${complaint}`}`, isClean)
    const taken = await Promise.all(Object.values(ports).map(isTaken))
    check('its ports are free again', !taken.includes(true))
    const changes = execFileSync('git', ['status', '--porcelain'], { cwd: clone, encoding: 'utf8' })
    check(`the copy is as clean as before${changes && `: ${changes.trim()}`}`, changes === '')
  }
} finally {
  rmSync(home, { recursive: true, force: true })
}
const failed = results.filter(([, isGood]) => !isGood).length
console.log(`${results.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
