import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

/** What the program is made of, as CycloneDX; without the chance and the clock that npm puts into it. */
export function writeBillOfMaterials(
  root: string,
  file: string,
  { version, builtAt }: { version: string; builtAt: Date },
): void {
  const args = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
    '--omit=dev',
  ]
  const bill = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })) as {
    serialNumber?: string
    metadata: { timestamp?: string; component: { version: string } }
  }
  delete bill.serialNumber
  bill.metadata.timestamp = builtAt.toISOString()
  bill.metadata.component.version = version
  writeFileSync(file, `${JSON.stringify(bill)}\n`)
}
