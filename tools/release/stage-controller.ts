import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from './bundle-program.ts'
import { findNode } from './find-node.ts'
import { listLicences } from './list-licences.ts'
import { root } from './stage-program.ts'
import { stripBinary } from './strip-binary.ts'

/** The reference controller as a tree that needs nothing else but the C library: Node and one program. */
export async function stageController(
  folder: string,
  { version, machine }: { version: string; machine: 'x64' | 'arm64' },
): Promise<void> {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  const node = findNode(machine)
  writeFileSync(join(folder, 'bin/node'), stripBinary(readFileSync(join(node, 'bin/node'))), { mode: 0o755 })
  writeFileSync(join(folder, 'bin/ohmstead-controller'), launcher, { mode: 0o755 })
  await bundle(join(folder, 'program'), { controller: join(root, 'apps/controller/src/main.ts') }, 'es')
  const { license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { license: string }
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'ohmstead-controller', version, license, type: 'module' }, null, 2)}\n`,
  )
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'LICENSES-OF-PACKAGES.txt'), listLicences(root, node))
}

const launcher = `#!/bin/sh
folder=$(dirname "$(readlink -f "$0")")
exec "$folder/node" "$folder/../program/controller.js" "$@"
`
