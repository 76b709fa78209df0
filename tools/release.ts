import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { buildRelease } from './release/build-release.ts'

// `npm run release`: what production needs, as a tarball and a Debian package, in .output/release/.

const { values } = parseArgs({
  options: {
    /** Of the processor: x64 or arm64. */
    machine: { type: 'string', default: process.arch },
  },
})
const { machine } = values
if (machine !== 'x64' && machine !== 'arm64') {
  console.error('Usage: npm run release [-- --machine x64|arm64]')
  process.exit(2)
}
const folder = join(import.meta.dirname, '../.output/release')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const { files, unpackedBytes } = await buildRelease(folder, { machine })
const sums = files.map((file) => {
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
  return `${hash}  ${basename(file)}\n`
})
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
console.log(`unpacked: ${(unpackedBytes / 1e6).toFixed(1)} MB`)
for (const file of files) console.log(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB`)
