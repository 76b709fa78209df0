// Plain JavaScript that any Node >= 20 runs: installs, builds what changed, then runs the server on the pinned Node.
// `npm start` is the demo; `npm run serve` is the cloud for people.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const cache = join(root, '.cache')

function fail(line) {
  console.error(line)
  process.exit(1)
}

/** Hashes the content of the files, so that a checkout that changed nothing builds nothing. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  const visit = (path) => {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats) return
    if (stats.isDirectory()) {
      for (const name of readdirSync(path).sort())
        if (name !== 'node_modules' && name !== 'dist') visit(join(path, name))
    } else hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  for (const path of paths) visit(join(root, path))
  return hash.digest('hex')
}

function onlyWhenChanged(name, sources, result, work) {
  const stamp = join(cache, `${name}.stamp`)
  const now = fingerprint(sources)
  if (existsSync(join(root, result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  work()
  mkdirSync(cache, { recursive: true })
  writeFileSync(stamp, now)
}

function run(command, args, options = {}) {
  const done = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    ...options,
  })
  if (done.status !== 0) fail(`${command} ${args.join(' ')} failed`)
}

/** The Node that the project pins, which npm installed for this platform. */
function pinnedNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const path = join(root, 'node_modules', '.bin', name)
  if (existsSync(path)) return path
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath
  return fail(
    `Ohmstead runs on Node 26, which npm could not install for ${process.platform}-${process.arch}. Install Node 26 or newer and start again.`,
  )
}

function install() {
  console.log('Installing …')
  // Not `npm ci`, which works here too: it would install everything again after each change, and Windows cannot remove
  // the Node that runs it. The locked versions and hashes hold in both; the test run checks that they are complete.
  run(process.platform === 'win32' ? 'npm.cmd' : 'npm', [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--no-fund',
    '--no-audit',
    '--loglevel=error',
  ])
}

export function prepare({ build = true } = {}) {
  onlyWhenChanged('install', ['package-lock.json'], 'node_modules', install)
  const node = pinnedNode()
  if (build) {
    onlyWhenChanged(
      'web',
      ['package-lock.json', 'apps/web', 'packages', 'tools/build-web.ts', 'locales/en.json'],
      'apps/web/dist/index.html',
      () => {
        // What builds may have been taken away to save space (docs/runbooks/production.md).
        if (!existsSync(join(root, 'node_modules', 'vite'))) install()
        console.log('Building …')
        run(node, [join('tools', 'build-web.ts')])
      },
    )
  }
  return node
}

/** Settings come from the environment; an argument is a question or a mistake, and starts nothing. */
export function refuseArguments(given, usage) {
  if (given.length === 0) return
  if (!given.every((argument) => argument === '--help' || argument === '-h'))
    fail(`Unknown: ${given.join(' ')}\n\n${usage}`)
  console.log(usage)
  process.exit(0)
}

const usage = `npm start       the demo cloud on http://127.0.0.1:8080; installs and builds what changed first
npm run serve   the cloud for people, without a demo; with -- --prepare it installs and builds, and starts nothing
npm run dev     the demo cloud with reload while you change the code

Settings come from the environment, such as PORT=9090 npm start; README.md lists them.`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isForOthers = process.argv[2] === 'serve'
  const isOnlyPreparing = isForOthers && process.argv[3] === '--prepare'
  refuseArguments(process.argv.slice(2 + Number(isForOthers) + Number(isOnlyPreparing)), usage)
  if (isForOthers && /^(1|true)$/.test(process.env.DEMO ?? ''))
    fail('Wrong setting. DEMO: `npm run serve` is for people and never a demo; `npm start` starts the demo.')
  const node = prepare()
  if (isOnlyPreparing) process.exit(0)
  // The first time it makes a database, and the demo with it, which takes a while.
  console.log('Starting …')
  const server = spawn(node, [join(root, 'apps', 'server', 'src', 'main.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: isForOthers ? process.env : { DEMO: '1', ...process.env },
  })
  // A terminal sends Ctrl-C to the server as well; here it only must not end the launcher first.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => server.kill('SIGTERM'))
  server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
