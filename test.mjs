// Plain JavaScript that any Node >= 20 runs: installs the packages, then runs every check on the pinned Node.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { prepare } from './start.mjs'

const root = dirname(fileURLToPath(import.meta.url))
const node = prepare({ build: false })
const run = spawn(node, [join(root, 'tools', 'test-run', 'run-tests.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
})
// A terminal sends Ctrl-C to the run as well, which stops what it started; here it only must not end first.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => run.kill('SIGTERM'))
run.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
