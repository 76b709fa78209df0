import type { ControllerKind } from '@ohmstead/domain/fleet/controller-kind'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { revokeController } from './controller-queries.ts'

interface Keys {
  unit_id: string
  kind: ControllerKind
  protocol: string
  stock_company_id: number
  batch_id: number | null
  mqtt_password_hash: Uint8Array | null
  mqtt_password_rabbitmq: Uint8Array | null
  mqtt_password_mosquitto: Uint8Array | null
  http_token_hash: Uint8Array | null
  enrol_secret_hash: Uint8Array | null
  created_at: number
}

/**
 * Takes a controller of the stock from its location, so that somebody else can link it: a new row with the same serial
 * and keys. The old one stays with the readings, and with everything else that the next owner must not see.
 */
export async function releaseController(tx: Queryable, controllerId: number, now: number): Promise<void> {
  const keys = (await tx.row<Keys>(
    sql`select unit_id, kind, protocol, stock_company_id, batch_id, mqtt_password_hash, mqtt_password_rabbitmq,
          mqtt_password_mosquitto, http_token_hash, enrol_secret_hash, created_at
        from controller where id = ${controllerId} for update`,
  ))!
  await revokeController(tx, controllerId, now)
  // A serial names one row; that of a former one is no longer asked for.
  await tx.run(
    sql`update controller set unit_id = unit_id || '~' || id, stock_company_id = null, batch_id = null where id = ${controllerId}`,
  )
  await tx.run(
    sql`insert into controller (unit_id, kind, protocol, stock_company_id, batch_id, released_at, created_at,
          mqtt_password_hash, mqtt_password_rabbitmq, mqtt_password_mosquitto, http_token_hash, enrol_secret_hash,
          enrol_allowed)
        values (${keys.unit_id}, ${keys.kind}, ${keys.protocol}, ${keys.stock_company_id}, ${keys.batch_id},
          ${new Date(now)}, ${new Date(keys.created_at)}, ${keys.mqtt_password_hash}, ${keys.mqtt_password_rabbitmq},
          ${keys.mqtt_password_mosquitto}, ${keys.http_token_hash}, ${keys.enrol_secret_hash}, true)`,
  )
}
