import { appendFileSync, readFileSync } from 'node:fs'
import process from 'node:process'

// Part of the tested copy of the tree: says which fault is on, and records which ones a test reaches. It is set through
// a file, so that every process and thread of a test knows it too.

const { on, log }: { on: string; log: string } = JSON.parse(readFileSync(process.env.FAULT_SWITCH!, 'utf8'))
const noted = new Set<string>()

export function isFaultOn(id: string): boolean {
  if (!noted.has(id)) {
    noted.add(id)
    appendFileSync(log, `${id}\n`)
  }
  return id === on
}
