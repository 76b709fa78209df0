import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class DirectoryInUseError extends Error {}
/** It cannot be made, or nothing can be written into it. */
export class DirectoryError extends Error {}

/**
 * Makes `directory` where it is missing, and holds an exclusive lock inside it until the returned function is called or
 * the process dies, kill -9 included. The embedded database itself does not notice a second process, which would lose
 * what the first stored.
 */
export function lockDirectory(directory: string): () => void {
  try {
    mkdirSync(directory, { recursive: true })
    accessSync(directory, constants.W_OK)
  } catch (error) {
    throw new DirectoryError((error as Error).message)
  }
  const lock = new DatabaseSync(join(directory, 'directory.lock'))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive;')
  } catch {
    lock.close()
    throw new DirectoryInUseError(
      `${directory} is in use by another Ohmstead process. Stop it, or set DATA_DIR to another folder.`,
    )
  }
  return () => lock.close()
}
