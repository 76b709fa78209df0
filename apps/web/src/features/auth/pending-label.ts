import { readStoredJson, writeStoredJson } from '../../lib/local-store.ts'
import { paths } from '../../shared/paths.ts'
import { safeNext } from './safe-next.ts'

interface PendingLabel {
  href: string
  at: number
}

/** Whoever scanned a label may have to register first, and the way there leads through a mail. */
const keptForMs = 86_400_000

/** Keeps the page of the set-up that a label has opened, with its serial. */
export function keepLabel(next: string | undefined, now: number): void {
  const href = safeNext(next)
  if (href.startsWith(`${paths.setup}/`) && href.includes('serial='))
    writeStoredJson('scannedLabel', { href, at: now } satisfies PendingLabel)
}

/** Returns and forgets it; null if there is none of today. */
export function takeLabel(now: number): string | null {
  const kept = readStoredJson<PendingLabel>('scannedLabel')
  if (!kept) return null
  writeStoredJson('scannedLabel', null)
  return Math.abs(now - kept.at) < keptForMs ? safeNext(kept.href) : null
}
