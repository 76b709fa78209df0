import { gather } from '../../platform/gather.ts'
import type { LinkEndpoint } from '../../platform/mqtt/link-transport.ts'
import { networkOf } from '../../platform/network-of.ts'
import { createGuessBrake } from './guess-brake.ts'
import { createKnownSecrets } from './known-secrets.ts'
import type { LinkContext } from './link-context.ts'
import { findActivePasswords, findCredentials, saveBrokerHashes } from './link-queries.ts'
import { hashMqttPassword } from './mqtt-password.ts'
import { isSecretRight } from './secret-hash.ts'

const longestSerial = 40
// After an outage thousands are back at once.
const mostAtOnce = 200
const lingerMs = 50

/** Whether who connects over MQTT is the controller it says it is. Guesses are slowed down, and noted where they concern one of ours. */
export function createCredentialCheck(
  context: Pick<LinkContext, 'clock' | 'db' | 'log' | 'pause'>,
  refuse: LinkEndpoint['refuse'],
) {
  const { db, clock, log } = context
  const findTogether = gather(
    mostAtOnce,
    (serials: readonly string[]) => findCredentials(db, serials),
    lingerMs,
  )
  const lookups = new Set<{ serial: string; isStale: boolean }>()

  /** Credentials that change while they are read are read again: nobody would end a session that they let in. */
  async function findOne(serial: string): ReturnType<typeof findTogether> {
    const lookup = { serial, isStale: false }
    lookups.add(lookup)
    try {
      const row = await findTogether(serial)
      return lookup.isStale ? findOne(serial) : row
    } finally {
      lookups.delete(lookup)
    }
  }

  const secrets = createKnownSecrets({ clock, findAll: () => findActivePasswords(db), findOne })
  const brake = createGuessBrake({ ...context, looksRight: secrets.isRight })

  /** An external broker may have to know it later, and it is in clear only now. */
  function learnPassword(id: number, serial: string, password: string): void {
    saveBrokerHashes(db, id, hashMqttPassword(password)).catch((error) =>
      log.warn({ err: error, serial }, 'a password could not be kept for other brokers'),
    )
  }

  return {
    async check(serial: string, password: string, remoteAddress: string): Promise<boolean> {
      // What the database cannot take would fail for all who are looked up with it.
      if (serial.length > longestSerial || serial.includes('\0')) return false
      const address = networkOf(remoteAddress)
      const { isRight, reason } = await brake.check({ address, serial, secret: password }, async () => {
        const row = await findOne(serial)
        const isOurs = isSecretRight(password, row?.mqtt_password_hash ?? null)
        const isRevoked = row !== undefined && row.revoked_at !== null
        if (isOurs && !isRevoked && !row!.has_broker_hashes) learnPassword(row!.id, serial, password)
        return {
          isRight: isOurs && !isRevoked,
          reason: row === undefined ? null : isRevoked ? 'revoked' : 'wrong MQTT password',
        }
      })
      if (!isRight && reason !== null) refuse(serial, 'bad_credentials', reason)
      return isRight
    },
    changed(serial: string): void {
      for (const lookup of lookups) if (lookup.serial === serial) lookup.isStale = true
      secrets.changed(serial)
      brake.forget(serial)
    },
  }
}
