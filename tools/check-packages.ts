import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { describeLicenceProblems, describeLockProblems } from './check-packages/describe-package-problems.ts'

// `npm run packages`: package-lock.json agrees with package.json and has every hash, the licences allow redistribution,
// and the bill of materials is written as CycloneDX. Contacts no registry.

const root = fileURLToPath(new URL('..', import.meta.url))
const billFile = join(root, '.output', 'ohmstead.cdx.json')

const agrees = npm('ci', '--dry-run', '--offline', '--ignore-scripts', '--loglevel=error')
const problems = agrees.isGood
  ? []
  : [`package-lock.json does not agree with package.json: run \`npm install\`.\n${agrees.error}`]
problems.push(...describeLockProblems(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))))

const bill = npm('sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only')
if (bill.isGood) {
  problems.push(...describeLicenceProblems(JSON.parse(bill.output)))
  mkdirSync(join(root, '.output'), { recursive: true })
  writeFileSync(billFile, bill.output)
} else problems.push(`npm sbom failed:\n${bill.error}`)

for (const problem of problems) console.error(problem)
console.log(
  `${problems.length} problems with packages${bill.isGood ? `; bill of materials: ${billFile}` : ''}`,
)
process.exitCode = problems.length > 0 ? 1 : 0

function npm(...args: string[]): { isGood: boolean; output: string; error: string } {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32',
  })
  return { isGood: status === 0, output: stdout ?? '', error: stderr ?? '' }
}
