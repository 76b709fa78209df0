import { parseSerial } from '@ohmstead/domain/fleet/serial'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { noteWrongEnrolment } from './http-sender.ts'
import { linkAddressOf } from './link-address.ts'
import { LinkRequestError } from './link-request-error.ts'
import { createMqttPassword, type MqttPasswordHashes } from './mqtt-password.ts'
import { createSecret, hashSecret, isSecretRight } from './secret-hash.ts'

const enrolment = z.object({
  serial: z.string().max(40),
  secret: z.string().min(1).max(200),
  hw: z.string().max(100).nullish(),
  os: z.string().max(100).nullish(),
  sw: z.string().max(100).nullish(),
})
export type Enrolment = z.output<typeof enrolment>

export function readEnrolment(body: Buffer): Enrolment {
  try {
    return enrolment.parse(JSON.parse(body.toString()))
  } catch {
    throw new LinkRequestError(
      400,
      'malformed',
      'Send {"serial":"…","secret":"…","hw":"…","os":"…","sw":"…"}.',
    )
  }
}

/**
 * Exchanges serial and secret for credentials, which replace the previous ones. The secret works as long as the controller
 * has no location, or once more if an owner allowed it. Unknown serial and wrong secret get the same answer.
 */
export async function enrolController(
  deps: Deps,
  { serial: given, secret, hw, os, sw }: Enrolment,
  address: string,
) {
  const serial = parseSerial(given)?.serial ?? given
  const mqttPassword = createMqttPassword()
  const token = createSecret()
  const row = await findEnrolment(deps.db, serial)
  const isRight = isSecretRight(secret, row?.enrol_secret_hash ?? null)
  if (!row || !isRight || row.revoked_at !== null) {
    await noteWrongEnrolment(deps, address, serial.slice(0, 40))
    throw new LinkRequestError(401, 'bad_credentials', 'Serial and secret do not belong together.')
  }
  const isAllowed = row.location_id === null || row.enrol_allowed
  // The broker first: unpublished credentials do no harm, unusable ones would.
  if (isAllowed) await deps.link.setBrokerPassword(serial, mqttPassword)
  const info = JSON.stringify({ hwVersion: hw ?? null, osVersion: os ?? null, softwareVersion: sw ?? null })
  const hashes = { mqttPassword: mqttPassword.hashes, httpTokenHash: hashSecret(token) }
  if (!isAllowed || !(await saveEnrolment(deps.db, row.id, hashes, info))) {
    throw new LinkRequestError(
      409,
      'not_allowed',
      'Already enrolled and linked. Its owner can allow it once more.',
    )
  }
  await deps.link.announceCredentials(serial)
  const { mqttHost, mqttPort, isMqttTls, httpUrl } = linkAddressOf(deps)
  return {
    mqtt: { host: mqttHost, port: mqttPort, tls: isMqttTls, user: serial, password: mqttPassword.plain },
    http: { url: `${httpUrl}/link/v1/${serial}`, token },
    ssh: null,
    // Updates, by the device interface of hawkBit.
    ddi: { url: `${httpUrl}/ddi`, tenant: 'ohmstead', token },
  }
}

function findEnrolment(db: Queryable, serial: string) {
  return db.row<{
    id: number
    location_id: number | null
    enrol_secret_hash: Uint8Array | null
    enrol_allowed: boolean
    revoked_at: number | null
  }>(
    sql`select id, location_id, enrol_secret_hash, enrol_allowed, revoked_at from controller where unit_id = ${serial}`,
  )
}

/** Whether the secret was still valid: of two concurrent enrolments one comes too late. */
async function saveEnrolment(
  db: Queryable,
  id: number,
  { mqttPassword, httpTokenHash }: { mqttPassword: MqttPasswordHashes; httpTokenHash: Buffer },
  info: string,
): Promise<boolean> {
  const count = await db.run(
    sql`update controller set mqtt_password_hash = ${mqttPassword.own},
          mqtt_password_rabbitmq = ${mqttPassword.rabbitmq}, mqtt_password_mosquitto = ${mqttPassword.mosquitto},
          http_token_hash = ${httpTokenHash},
          enrol_allowed = false, info = info || ${info}::jsonb
        where id = ${id} and (location_id is null or enrol_allowed) and revoked_at is null`,
  )
  return count > 0
}
