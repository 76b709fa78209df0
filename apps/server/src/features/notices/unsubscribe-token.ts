import { createHash } from 'node:crypto'
import { UnreadableSecretError } from '../../platform/keys/secret-box.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'

// Names a person and an address, and ends their alarm mails: it can do nothing else, and needs no row of its own.

/** Of another address than the account’s, a link is no longer valid. */
const markOf = (email: string) => createHash('sha256').update(email).digest().subarray(0, 16)

export function createUnsubscribeToken(
  { user_id: userId, email }: { user_id: number; email: string },
  { secrets }: Pick<PlatformDeps, 'secrets'>,
): string {
  return `${userId}.${secrets.seal(markOf(email), 'alarmMails', userId).toString('base64url')}`
}

/** Whose it is; `isOf` says whether it was sent to this address. */
export function readUnsubscribeToken(
  token: string,
  { secrets }: Pick<PlatformDeps, 'secrets'>,
): { userId: number; isOf(email: string): boolean } | null {
  const [, id, sealed] = /^([1-9]\d{0,8})\.([\w-]{20,200})$/.exec(token) ?? []
  if (!id || !sealed) return null
  try {
    const userId = Number(id)
    const mark = secrets.open(Buffer.from(sealed, 'base64url'), 'alarmMails', userId)
    return { userId, isOf: (email) => mark.equals(markOf(email)) }
  } catch (error) {
    if (error instanceof UnreadableSecretError) return null
    throw error
  }
}

export const unsubscribePath = '/unsubscribe'

export const unsubscribeUrlOf = (
  person: { user_id: number; email: string },
  { settings, secrets }: Pick<PlatformDeps, 'settings' | 'secrets'>,
): string => `${settings.publicUrl}${unsubscribePath}/${createUnsubscribeToken(person, { secrets })}`
