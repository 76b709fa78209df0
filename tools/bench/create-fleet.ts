import { randomBytes } from 'node:crypto'
import { createSerial } from '@ohmstead/domain/fleet/serial'
import type { TestController } from '../../apps/server/src/features/link/link-test-kit.ts'
import { hashMqttPassword } from '../../apps/server/src/features/link/mqtt-password.ts'
import { createSecret, hashSecret } from '../../apps/server/src/features/link/secret-hash.ts'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Homes of one company with a controller each, which has not been heard of yet; in two statements, because thousands one by one take minutes. */
export async function createFleet(db: Db, count: number): Promise<TestController[]> {
  const locations = await db.rows<{ id: number }>(
    sql`with
          owner as (insert into company (name, country_id) select 'Fleet', id from country where code = 'SI' returning id),
          place as (insert into location_group (company_id, name) select id, 'All' from owner returning id, company_id)
        insert into location (company_id, location_group_id, name, country_code, time_zone)
        select company_id, id, 'Home ' || number, 'SI', 'Europe/Ljubljana'
        from place, generate_series(1, ${count}::int) number returning id`,
  )
  const made = locations.map(({ id: locationId }) => {
    const [password, token] = [createSecret(), createSecret()]
    return {
      serial: createSerial(randomBytes(15)),
      password,
      token,
      locationId,
      ...hashMqttPassword(password),
    }
  })
  const rows = await db.rows<{ id: number; serial: string }>(
    sql`insert into controller (unit_id, kind, online, location_id, mqtt_password_hash, mqtt_password_rabbitmq,
          mqtt_password_mosquitto, http_token_hash)
        select serial, 'CONTROLLER', false, location_id, decode(own, 'hex'), decode(rabbitmq, 'hex'), decode(mosquitto, 'hex'),
          decode(token, 'hex')
        from unnest(${made.map(({ serial }) => serial)}::text[], ${made.map(({ locationId }) => locationId)}::int[],
          ${made.map(({ own }) => hex(own))}::text[], ${made.map(({ rabbitmq }) => hex(rabbitmq))}::text[],
          ${made.map(({ mosquitto }) => hex(mosquitto))}::text[], ${made.map(({ token }) => hex(hashSecret(token)))}::text[])
          as t (serial, location_id, own, rabbitmq, mosquitto, token)
        returning id, unit_id as serial`,
  )
  const ids = new Map(rows.map(({ id, serial }) => [serial, id]))
  return made.map(({ serial, password, token, locationId }) => ({
    id: ids.get(serial)!,
    ...{ serial, password, token, locationId },
  }))
}
