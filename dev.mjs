// Plain JavaScript that any Node >= 20 runs: the server, which starts again when its code changes, and Vite, which puts
// changes into the open page.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { prepare, refuseArguments } from './start.mjs'

refuseArguments(
  process.argv.slice(2),
  `npm run dev     the demo cloud with reload while you change the code, on http://127.0.0.1:5173

Settings come from the environment as for npm start. PORT is the API's, WEB_PORT the page's.`,
)

const root = dirname(fileURLToPath(import.meta.url))
const node = prepare({ build: false })
const port = process.env.PORT ?? '8080'
const webPort = process.env.WEB_PORT ?? '5173'
const pages = `http://127.0.0.1:${webPort}`
const vite = [join('node_modules', 'vite', 'bin', 'vite.js'), join('apps', 'web')]
const children = []

function start(args, settings) {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: settings })
  children.push(child)
  // One without the other is of no use.
  child.on('exit', (code) => {
    stop()
    process.exitCode ||= code ?? 0
  })
}

function stop() {
  for (const child of children) child.kill('SIGTERM')
}

start(['--watch', '--watch-preserve-output', join('apps', 'server', 'src', 'main.ts')], {
  DEMO: '1',
  // Mails, passkeys and sign-in with a provider lead to the pages that Vite serves.
  PUBLIC_URL: pages,
  ...process.env,
  PORT: port,
})
start([...vite, '--host=127.0.0.1', `--port=${webPort}`, '--strictPort', '--clearScreen=false'], {
  ...process.env,
  API_URL: `http://127.0.0.1:${port}`,
})

// A terminal sends Ctrl-C to both as well; here it only must not end the launcher first.
process.on('SIGINT', () => {})
process.on('SIGTERM', stop)
