import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { OperatorError } from './operator-error.ts'

/** It cannot be made, or nothing can be written into it. */
export class DirectoryError extends OperatorError {}

/**
 * Makes a folder and those above it that are missing. One at a time: `recursive` never ends where the system takes no
 * folders and says that there is no such file, as it does below /proc.
 */
export function makeDirectory(directory: string, mode = 0o777): void {
  const path = resolve(directory)
  if (isDirectory(path)) return
  if (path !== dirname(path)) makeDirectory(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process that starts at the same moment may have made it.
    if (!isDirectory(path)) throw new DirectoryError((error as Error).message)
  }
}

function isDirectory(path: string): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && !found.isDirectory()) throw new DirectoryError(`${path} is a file, not a folder`)
    return found !== undefined
  } catch (error) {
    throw error instanceof DirectoryError ? error : new DirectoryError((error as Error).message)
  }
}
