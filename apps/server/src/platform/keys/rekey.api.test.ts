import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { houseToken, type PortalWorld, startPortalWorld } from '../../testing/portal-world.ts'
import { testPassword } from '../../testing/test-client.ts'
import { testKey } from '../../testing/test-settings.ts'
import { insertCompany, insertController, insertLocation } from '../../testing/test-world.ts'
import { rawSql, sql } from '../db/sql.ts'
import { findTables, quoted } from '../db/transfer/table-shape.ts'
import { findSealingKeys, openKeys } from './open-keys.ts'
import { rekey } from './rekey.ts'
import { findSealedRows, sealedPlaces } from './sealed-places.ts'
import { createSecretBox, type SecretBox } from './secret-box.ts'

let world: PortalWorld
const oldKey = Buffer.from(testKey, 'base64')
const newKey = Buffer.alloc(32, 9)
const before = createSecretBox(oldKey)
const both = createSecretBox(newKey, [oldKey])
const after = createSecretBox(newKey)

beforeAll(async () => {
  world = await startPortalWorld()
})
afterAll(() => world.stop())

/** Somebody with a second factor, a portal token, and a second factor that is being set up. */
async function fillEveryPlace(name: string): Promise<void> {
  const client = await world.person(name)
  const begin = () => client.call('POST /auth/second-factor/totp', { body: { password: testPassword } })
  const { secret: totp } = (await begin()).data
  const code = new TOTP({ secret: Secret.fromBase32(totp) }).generate({
    timestamp: world.server.clock.time,
  })
  await client.call('POST /auth/second-factor/totp/enable', { body: { code } })
  await world.addToken(client, houseToken)
  const { companyId, rootGroupId } = await insertCompany(world.server.db, name)
  const { id: batchId } = (await world.server.db.row<{ id: number }>(sql`
    insert into controller_batch (company_id, source, count, created_at)
    values (${companyId}, 'number', 1, now()) returning id`))!
  const credentials = world.server.deps.secrets.seal(Buffer.from('keys'), 'controllerBatch', batchId)
  await world.server.db.run(
    sql`update controller_batch set credentials = ${credentials} where id = ${batchId}`,
  )
  const secret = world.server.deps.secrets.seal(Buffer.from('hook'), 'webhook', companyId)
  await world.server.db.run(sql`
    insert into webhook (company_id, url, secret, old_secret, created_at)
    values (${companyId}, 'https://x.test', ${secret}, ${secret}, now())`)
  const pair = world.server.deps.secrets.seal(Buffer.from('pair'), 'pushKey', 1)
  await world.server.db.run(sql`
    insert into push_key (id, public_key, private_key) values (1, 'x', ${pair})
    on conflict (id) do update set private_key = excluded.private_key`)
  await fillBackups(companyId, rootGroupId)
  const hostKey = world.server.deps.secrets.seal(Buffer.from('ssh'), 'tunnelHostKey', 1)
  await world.server.db.run(
    sql`insert into tunnel_host_key (id, sealed_key, created_at) values (1, ${hostKey}, now())
        on conflict (id) do update set sealed_key = excluded.sealed_key`,
  )
  const half = await world.person(`${name}-half`)
  await half.call('POST /auth/second-factor/totp', { body: { password: testPassword } })
}

/** A backup of a controller, and the mark of its files. */
async function fillBackups(companyId: number, locationGroupId: number): Promise<void> {
  const { db, deps } = world.server
  const locationId = await insertLocation(db, { companyId, locationGroupId })
  const { controllerId } = await insertController(db, locationId)
  const { id } = (await db.row<{ id: number }>(sql`
    insert into controller_backup (controller_id, location_id, state, source, filename, created_at, expires_at)
    values (${controllerId}, ${locationId}, 'receiving', 'person', 'a', now(), now()) returning id`))!
  const key = deps.secrets.seal(Buffer.from('key'), 'controllerBackup', id)
  await db.run(sql`update controller_backup set sealed_key = ${key} where id = ${id}`)
  const mark = deps.secrets.seal(Buffer.from('mark'), 'backupMark', 1)
  await db.run(sql`
    insert into backup_mark (id, key) values (1, ${mark}) on conflict (id) do update set key = excluded.key`)
}

/** How many values in the database carry this key id, in either encoding of bytes. */
async function countNamed({ keyId }: SecretBox): Promise<number> {
  const head = Buffer.concat([Buffer.from('OHM1'), Buffer.from(keyId, 'hex')])
  let count = 0
  for (const table of await findTables(world.server.db)) {
    const rows = await world.server.db.rows<{ text: string }>(
      rawSql(`select row_to_json(t)::text as text from ${quoted(table.name)} t`),
    )
    for (const { text } of rows)
      if (text.includes(head.toString('hex')) || text.includes(head.toString('base64'))) count += 1
  }
  return count
}

describe('a new key', () => {
  test('reseals everything, wherever it is stored', async () => {
    const { db } = world.server
    await fillEveryPlace('ana')
    await openKeys(db, { secretKey: newKey, secretKeyOld: [oldKey], directory: null })
    for (const place of sealedPlaces) expect(await findSealedRows(db, place), place.table).toHaveLength(1)
    // One row has two.
    expect(await countNamed(before)).toBe(9)
    expect(await rekey(db, both)).toEqual({ resealed: 10, unreadable: 0, dropped: 0, isDone: true })
    expect(await countNamed(before)).toBe(0)
    expect(await countNamed(after)).toBe(9)
    for (const place of sealedPlaces)
      for (const row of await findSealedRows(db, place)) after.open(row.sealed, place.purpose, row.owner)
    expect(await findSealingKeys(db)).toEqual([after.keyId])
    expect(await rekey(db, both)).toEqual({ resealed: 0, unreadable: 0, dropped: 0, isDone: true })
    await openKeys(db, { secretKey: newKey, secretKeyOld: [], directory: null })
  })

  test('resumes after an interruption, and includes what a server has sealed meanwhile', async () => {
    const { db } = world.server
    await fillEveryPlace('bor')
    const [first] = await findSealedRows(db, sealedPlaces[0]!)
    expect(after.open(first!.sealed, 'totp', first!.owner)).toBeTruthy()
    expect(await rekey(db, both)).toMatchObject({ resealed: 10, isDone: true })
    expect(await countNamed(before)).toBe(0)
  })

  test('keeps the former one in use while something cannot be opened, unless that is to be dropped', async () => {
    const { db } = world.server
    const odd = createSecretBox(Buffer.alloc(32, 5))
    const [row] = await findSealedRows(db, sealedPlaces[0]!)
    await db.run(
      sql`update totp set secret = ${odd.seal(Buffer.from('x'), 'totp', row!.owner)} where user_id = ${row!.owner}`,
    )
    await db.run(sql`insert into sealing_key (id) values (${odd.keyId})`)
    expect(await rekey(db, both)).toEqual({ resealed: 0, unreadable: 1, dropped: 0, isDone: false })
    expect(await findSealingKeys(db)).toContain(odd.keyId)
    expect(await rekey(db, both, { afterDrop: async () => {} })).toMatchObject({
      unreadable: 0,
      isDone: true,
    })
    expect(await findSealedRows(db, sealedPlaces[0]!)).toHaveLength(1)
    expect(await findSealingKeys(db)).toEqual([after.keyId])
  })
})

test('nothing is sealed outside the list of places', async () => {
  // Bytes that no key seals. A new column belongs here or among the sealed places.
  const notSealed = [
    'account_export_part.content',
    'backup_ticket.token_hash',
    'brand_image.content',
    'controller_backup_part.content',
    'software_piece.bytes',
    'passkey.public_key',
    'portal_answer.content',
    'quarter_hour_day.export_energy',
    'quarter_hour_day.import_energy',
    'recovery_code.code_hash',
    'waiting_message.payload',
    'sample_pack.bytes',
    'spot_day.prices',
    'weather_month.hours',
    ...[
      'enrol_secret_hash',
      'http_token_hash',
      'mqtt_password_hash',
      'mqtt_password_mosquitto',
      'mqtt_password_rabbitmq',
    ].map((name) => `controller.${name}`),
    ...['day', 'hours', 'quarters', 'slots'].map((name) => `energy_sum.${name}`),
    ...[
      'door_step',
      'external_credential',
      'invitation',
      'link_token',
      'session',
      'sharing_member',
      'tunnel_visit',
    ].map((table) => `${table}.token_hash`),
  ]
  const columns = await world.server.db.rows<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema() and data_type = 'bytea' and table_name !~ '_\\d{4}_\\d{2}$'`)
  const sealed = sealedPlaces
    .filter(({ value }) => /^\w+$/.test(value))
    .map(({ table, value }) => `${table}.${value}`)
  expect(columns.map(({ name }) => name).sort()).toEqual([...notSealed, ...sealed].sort())
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const sealing = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name) && !/\.test\./.test(name))
    .filter((name) => /secrets\.seal\(/.test(readFileSync(join(root, name), 'utf8')))
  expect(sealing.sort()).toEqual([
    'features/account/second-factor/second-factor-routes.ts',
    // A cookie, invalid with another key: nothing in the database.
    'features/auth/device-cookie.ts',
    'features/backups/backup-file.ts',
    'features/backups/store-content.ts',
    'features/controllers/stock/make-stock.ts',
    'features/notices/push/push-keys.ts',
    // To a mail, for whoever got it: nothing in the database that has to open.
    'features/notices/unsubscribe-token.ts',
    'features/portal/credentials/open-token.ts',
    // To another process, for a moment: nothing in the database.
    'features/tunnel/relay.ts',
    'features/tunnel/tunnel-host-key.ts',
    'features/webhooks/change-webhook.ts',
  ])
})
