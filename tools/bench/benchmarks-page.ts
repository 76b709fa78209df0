import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// docs/benchmarks.md has five sections: the results of `npm run bench` come first, then where the time of a reading goes, what
// was measured beside other work, and the times of a whole `npm test`, maintained by hand, and last the counts of `npm run mutate`. Each update keeps the others.

const page = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url))
const whereTimeGoes = '\n## Where the time of a reading goes\n'
const testRun = '\n## Test run\n'
const faults = '\n## Deliberate faults\n'

export function writeFigures(figures: string): void {
  writeFileSync(page, replaceFigures(readFileSync(page, 'utf8'), figures))
}

export function writeRows(rows: readonly (readonly string[])[]): void {
  writeFileSync(page, replaceRows(readFileSync(page, 'utf8'), rows))
}

export function writeFaults(text: string): void {
  writeFileSync(page, replaceFaults(readFileSync(page, 'utf8'), text))
}

export function replaceFigures(whole: string, figures: string): string {
  const next = [whereTimeGoes, testRun, faults].map((border) => whole.indexOf(border)).find((at) => at >= 0)
  return next === undefined ? figures : figures + whole.slice(next)
}

/** The rows of figures that were measured by themselves, in the places of the old ones; new figures follow at the end. */
export function replaceRows(whole: string, rows: readonly (readonly string[])[]): string {
  const lines = whole.split('\n')
  const isRow = (line: string) => line.startsWith('|')
  const start = lines.findIndex(isRow)
  const length = lines.slice(start).findIndex((line) => !isRow(line))
  const cellsOf = (line: string) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim())
  const [header, , ...known] = lines.slice(start, start + length).map(cellsOf)
  const measured = new Map(rows.map((row) => [row[0]!, row]))
  const kept = known.map((row) => measured.get(row[0]!) ?? row)
  const added = rows.filter(([figure]) => !known.some((row) => row[0] === figure))
  lines.splice(start, length, formatTable(header!, [...kept, ...added]))
  return lines.join('\n')
}

/** A table of Markdown with columns that line up. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  )
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

export function replaceFaults(whole: string, text: string): string {
  const [before] = whole.split(faults)
  return `${before}${faults}\n${text}`
}
