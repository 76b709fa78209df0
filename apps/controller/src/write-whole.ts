import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file as a whole: after a loss of power it is what it was, or the new one. */
export function writeWhole(path: string, text: string): void {
  const next = `${path}.new`
  const file = openSync(next, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(next, path)
  syncFolder(dirname(path))
}

/** Makes new names in a folder last. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
