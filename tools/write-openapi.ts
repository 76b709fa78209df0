import { readFileSync, writeFileSync } from 'node:fs'
import serverPackage from '../apps/server/package.json' with { type: 'json' }
import { buildOpenApi } from '../apps/server/src/features/api-docs/build-openapi.ts'

// `npm run openapi` writes docs/openapi.json; with `--check` it only reports whether it is stale.

const file = new URL('../docs/openapi.json', import.meta.url)
const text = `${JSON.stringify(buildOpenApi(serverPackage.version), null, 2)}\n`
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    console.error('docs/openapi.json is stale: run `npm run openapi`')
    process.exitCode = 1
  }
} else {
  writeFileSync(file, text)
  console.log('docs/openapi.json written')
}
