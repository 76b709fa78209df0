import { globSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const dayMs = 86_400_000

/**
 * Removes what tests prepared for earlier code: databases and demos below `cache` that no run has used within a day,
 * so that a concurrent run keeps its own, and compiled modules as old as that.
 */
export function removeOldCopies(cache: string, now = Date.now()): void {
  for (const name of globSync('{test-databases,demos,compiled/*}/*', { cwd: cache })) {
    const copy = join(cache, name)
    if (statSync(copy).mtimeMs < now - dayMs) rmSync(copy, { recursive: true, force: true })
  }
}
