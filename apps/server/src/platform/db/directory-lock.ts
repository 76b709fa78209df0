import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DirectoryError, makePrivateDirectory } from '../make-directory.ts'
import { OperatorError } from '../operator-error.ts'

export class DirectoryInUseError extends OperatorError {}

/** SQLite's error when another connection holds the lock. */
const busy = 5

/**
 * Creates `directory` if it is missing, and holds an exclusive lock inside it until the returned function is called or
 * the process dies, even by kill -9. The embedded database itself does not notice a second process, which would lose
 * the data of the first.
 */
export function lockDirectory(directory: string): () => void {
  makePrivateDirectory(directory)
  const path = join(directory, 'directory.lock')
  let lock: DatabaseSync | null = null
  try {
    accessSync(directory, constants.W_OK)
    lock = new DatabaseSync(path)
    lock.exec('pragma locking_mode = exclusive; begin exclusive;')
  } catch (error) {
    lock?.close()
    const { message, errcode } = error as Error & { errcode?: number }
    if (errcode === undefined) throw new DirectoryError(message)
    if (errcode !== busy) throw new DirectoryError(`${message}: ${path}`)
    throw new DirectoryInUseError(
      `${directory} is in use by another Ohmstead process. Stop it, or set DATA_DIR to another folder.`,
    )
  }
  const held = lock
  return () => held.close()
}
