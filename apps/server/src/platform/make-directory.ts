import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import { OperatorError } from './operator-error.ts'

/** It cannot be created, or nothing can be written into it. */
export class DirectoryError extends OperatorError {}

/**
 * Creates a folder and its missing parents. One at a time: `recursive` never ends if the system creates no
 * folders and reports that there is no such file, as it does below /proc.
 */
export function makeDirectory(directory: string, mode = 0o777): void {
  const path = resolve(directory)
  if (isDirectory(path)) return
  if (path !== dirname(path)) makeDirectory(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process starting at the same moment may have created it.
    if (!isDirectory(path)) throw new DirectoryError((error as Error).message)
  }
}

/** The content of our own folder, and of a new disk. */
const own = ['directory.lock', 'database', 'secret.key', 'lost+found']

/**
 * Creates a folder readable by this user only, whatever the umask, and closes one that others could read; true if it
 * did. Refuses one owned by somebody else, or with other content, which closing would take away from people.
 */
export function makePrivateDirectory(directory: string): boolean {
  const path = resolve(directory)
  if (process.platform === 'win32' || !isDirectory(path)) {
    makeDirectory(path, 0o700)
    return false
  }
  try {
    const { mode, uid } = statSync(path)
    if ((mode & 0o077) === 0) return false
    const others = readdirSync(path).filter((name) => !own.some((start) => name.startsWith(start)))
    const isShared =
      (mode & 0o1000) !== 0 || (others.length > 0 && !readdirSync(path).includes('directory.lock'))
    if (isShared)
      throw new DirectoryError(`${path} is open to others and holds other things; choose a folder of its own`)
    if (uid !== process.getuid?.())
      throw new DirectoryError(`${path} is open to others and belongs to another user`)
    chmodSync(path, 0o700)
    return true
  } catch (error) {
    throw error instanceof DirectoryError ? error : new DirectoryError((error as Error).message)
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
