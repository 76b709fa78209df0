import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// docs/benchmarks.md has two authors: what `npm run bench` measures comes first, what `npm run mutate` counts follows.

const page = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url))
const border = '\n## Deliberate faults\n'

export function writeFigures(figures: string): void {
  const [, faults] = readFileSync(page, 'utf8').split(border)
  writeFileSync(page, faults === undefined ? figures : `${figures}${border}${faults}`)
}

export function writeFaults(faults: string): void {
  const [figures] = readFileSync(page, 'utf8').split(border)
  writeFileSync(page, `${figures}${border}\n${faults}`)
}
