import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// docs/benchmarks.md has three sections: the results of `npm run bench` come first, then the times of a whole `npm test`,
// maintained by hand, and last the counts of `npm run mutate`. Each update keeps the others.

const page = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url))
const testRun = '\n## Test run\n'
const faults = '\n## Deliberate faults\n'

export function writeFigures(figures: string): void {
  writeFileSync(page, replaceFigures(readFileSync(page, 'utf8'), figures))
}

export function writeFaults(text: string): void {
  writeFileSync(page, replaceFaults(readFileSync(page, 'utf8'), text))
}

export function replaceFigures(whole: string, figures: string): string {
  const next = [testRun, faults].map((border) => whole.indexOf(border)).find((at) => at >= 0)
  return next === undefined ? figures : figures + whole.slice(next)
}

export function replaceFaults(whole: string, text: string): string {
  const [before] = whole.split(faults)
  return `${before}${faults}\n${text}`
}
