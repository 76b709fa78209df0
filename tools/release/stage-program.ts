import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants, zstdCompressSync } from 'node:zlib'
import { loadReferenceScript } from '../../apps/server/src/features/api-docs/load-reference-script.ts'
import { documentPages } from '../../apps/server/src/features/api-docs/render-markdown.ts'
import { bundleProgram } from './bundle-program.ts'
import { findNode } from './find-node.ts'
import { listLicences } from './list-licences.ts'
import { stripBinary } from './strip-binary.ts'
import { writeBillOfMaterials } from './write-bill-of-materials.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Files of a package that are used, by the package's folder. */
const packageFiles: Record<string, string[]> = {
  '@electric-sql/pglite': [
    'package.json',
    'LICENSE',
    'dist/{index,pglite,initdb,chunk-*}.js',
    'dist/fs/nodefs.js',
    'dist/initdb.wasm',
  ],
  '@expo-google-fonts/inter': [
    'package.json',
    'LICENSE*',
    '{400Regular/Inter_400Regular,500Medium/Inter_500Medium,600SemiBold/Inter_600SemiBold}.ttf',
  ],
}

/** What is opened beside the bundle, by where the sources are. The pages are built before. */
const ownFiles = [
  'apps/server/src/db/migrations/*.sql',
  'apps/server/src/features/supply-offers/library-offers.json',
  'apps/web/dist/**',
  'locales/*.json',
  ...Object.values(documentPages).map((file) => `docs/${file}`),
  'LICENSE',
  'CHANGELOG.md',
  'deploy/**',
]

/** A tree that needs nothing else on the machine but the C library: Node, the bundled program, and the files it opens. */
export async function stageProgram(
  folder: string,
  { version, machine, builtAt }: { version: string; machine: 'x64' | 'arm64'; builtAt: Date },
): Promise<void> {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  const node = findNode(machine)
  writeFileSync(join(folder, 'bin/node'), stripBinary(readFileSync(join(node, 'bin/node'))), { mode: 0o755 })
  writeFileSync(join(folder, 'bin/ohmstead'), launcher, { mode: 0o755 })
  const opened = await bundleProgram(join(folder, 'program'), join(folder, 'node_modules'))
  writeFileSync(
    join(folder, 'node_modules/date-holidays/package.json'),
    `${JSON.stringify({ name: 'date-holidays', main: 'index.cjs' })}\n`,
  )
  copy(root, folder, ownFiles)
  for (const [name, files] of Object.entries(packageFiles))
    copy(join(root, 'node_modules', name), join(folder, 'node_modules', name), files)
  for (const name of ['pglite.wasm', 'pglite.data'])
    writePacked(
      join(folder, 'node_modules/@electric-sql/pglite/dist', name),
      readFileSync(join(root, 'node_modules/@electric-sql/pglite/dist', name)),
    )
  await stageReference(join(folder, 'node_modules/@scalar/fastify-api-reference'))
  writeFileSync(join(folder, 'docs/openapi.json'), JSON.stringify(readJson('docs/openapi.json')))
  const { license } = readJson('package.json') as { license: string }
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'ohmstead', version, license, type: 'module' }, null, 2)}\n`,
  )
  writeFileSync(join(folder, 'LICENSES-OF-PACKAGES.txt'), listLicences(root, node))
  writeBillOfMaterials(root, join(folder, 'ohmstead.cdx.json'), { version, builtAt })
  const missing = opened.filter((path) => !existsSync(join(folder, path)))
  if (missing.length > 0) throw new Error(`the program opens what the release lacks: ${missing.join(', ')}`)
}

const launcher = `#!/bin/sh
# Ohmstead with the settings of the environment: ohmstead --help
folder=$(dirname "$(readlink -f "$0")")
exec "$folder/node" "$folder/../program/ohmstead.js" "$@"
`

/** The script of the API reference, packed, behind the address at which its package serves it. */
async function stageReference(folder: string): Promise<void> {
  const { content } = await loadReferenceScript()
  mkdirSync(folder, { recursive: true })
  writePacked(join(folder, 'scalar.js'), Buffer.from(content as string | Uint8Array))
  writeFileSync(join(folder, 'package.json'), '{"type":"module","exports":"./index.js"}\n')
  writeFileSync(
    join(folder, 'index.js'),
    `import { readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'

export default async (app) => {
  app.get('/js/scalar.js', async () => zstdDecompressSync(readFileSync(new URL('scalar.js.zst', import.meta.url))))
}
`,
  )
}

function writePacked(path: string, content: Buffer): void {
  const params = { [constants.ZSTD_c_compressionLevel]: 19 }
  writeFileSync(`${path}.zst`, zstdCompressSync(content, { params }))
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))

function copy(from: string, to: string, patterns: readonly string[]): void {
  for (const pattern of patterns) {
    const paths = globSync(pattern, { cwd: from }).filter((path) => statSync(join(from, path)).isFile())
    if (paths.length === 0) throw new Error(`nothing in ${from} is called ${pattern}`)
    for (const path of paths) {
      mkdirSync(join(to, dirname(path)), { recursive: true })
      copyFileSync(join(from, path), join(to, path))
    }
  }
}
