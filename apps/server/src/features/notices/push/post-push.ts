import { postOutside } from '../../../platform/call-outside.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { PlatformDeps } from '../../../platform/platform-deps.ts'
import { encryptPush } from './encrypt-push.ts'
import { getPushIdentity, signForPush } from './push-keys.ts'
import type { PushTarget } from './push-queries.ts'

const timeoutMs = 10_000
/** An alarm of yesterday is no news for a push. */
const keptSeconds = 12 * 3600

/** Calls the push service of a browser; status 0 is one that could not be reached. */
export function postPush(
  db: Db,
  { clock, log, settings, secrets }: Pick<PlatformDeps, 'clock' | 'log' | 'secrets' | 'settings'>,
  device: PushTarget & { device_id: number },
  text: string,
): Promise<{ status: number; retryAfter: string | null }> {
  const { endpoint } = device
  return getPushIdentity(db, secrets)
    .then((identity) => {
      const contact = settings.publicUrl.startsWith('https:')
        ? settings.publicUrl
        : 'mailto:ops@localhost.localdomain'
      return postOutside(endpoint, {
        headers: {
          authorization: signForPush(identity, { endpoint, contact, now: clock.now() }),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(keptSeconds),
          urgency: 'high',
        },
        body: encryptPush(text, device),
        mayBePrivate: settings.noticesToPrivateNetworks,
        timeoutMs,
      })
    })
    .catch((error: Error) => {
      log.warn(
        { reason: error.message.slice(0, 200), device: device.device_id },
        'a push service could not be reached',
      )
      return { status: 0, retryAfter: null }
    })
}
