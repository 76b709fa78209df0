import { appendFileSync, readFileSync } from 'node:fs'
import process from 'node:process'

// Stands in the copy of the tree that is tested: says which fault is on, and notes which ones a test comes by. A file
// tells it, so that every process and thread that a test starts knows it too.

const { on, log }: { on: string; log: string } = JSON.parse(readFileSync(process.env.FAULT_SWITCH!, 'utf8'))
const noted = new Set<string>()

export function isFaultOn(id: string): boolean {
  if (!noted.has(id)) {
    noted.add(id)
    appendFileSync(log, `${id}\n`)
  }
  return id === on
}
