import { readStoredJson, writeStoredJson } from '../../lib/local-store.ts'

/** An invitation that waits for its person to sign in or to register; the way there may lead through a mail. */
export interface PendingConfirmation {
  confirmationAction: string
  confirmationId: number
}

export function keepConfirmation(search: Partial<PendingConfirmation>): void {
  const { confirmationAction, confirmationId } = search
  if (confirmationAction === undefined || confirmationId === undefined) return
  writeStoredJson('confirmation', { confirmationAction, confirmationId })
}

/** Returns and forgets the stored one. */
export function takeConfirmation(): PendingConfirmation | null {
  const kept = readStoredJson<PendingConfirmation>('confirmation')
  writeStoredJson('confirmation', null)
  return kept
}

/** The page to open, with the invitation to confirm there. */
export function withConfirmation(href: string, pending: PendingConfirmation | null): string {
  if (!pending || href.includes('confirmationId=')) return href
  const search = new URLSearchParams({
    confirmationAction: pending.confirmationAction,
    confirmationId: String(pending.confirmationId),
  })
  return `${href}${href.includes('?') ? '&' : '?'}${search}`
}
