import { closeSync, copyFileSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces a file as a whole: after a loss of power it is the old one or the new one. The old one stays beside it. */
export function replaceFile(path: string, text: string): void {
  const next = `${path}.new`
  const file = openSync(next, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  copyFileSync(path, `${path}.before`)
  renameSync(next, path)
  const folder = openSync(dirname(path), 'r')
  fsyncSync(folder)
  closeSync(folder)
}
