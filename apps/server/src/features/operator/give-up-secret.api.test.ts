import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { rekey } from '../../platform/keys/rekey.ts'
import { createSecretBox } from '../../platform/keys/secret-box.ts'
import { houseToken, type PortalWorld, startPortalWorld } from '../../testing/portal-world.ts'
import { testPassword } from '../../testing/test-client.ts'
import { giveUpSecret } from './give-up-secret.ts'

let world: PortalWorld
beforeAll(async () => {
  world = await startPortalWorld()
})
afterAll(() => world.stop())

test('a secret lost with its key is deleted completely: its owner is notified, and the audit log records it', async () => {
  const { db, clock, deps } = world.server
  const ana = await world.person('ana')
  const { secret } = (await ana.call('POST /auth/second-factor/totp', { body: { password: testPassword } }))
    .data
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.time })
  await ana.call('POST /auth/second-factor/totp/enable', { body: { code } })
  const tokenId = await world.addToken(ana, houseToken)
  // Half set up, which nobody needs to be told about.
  const bor = await world.person('bor')
  await bor.call('POST /auth/second-factor/totp', { body: { password: testPassword } })
  const { id: last } = (await db.row<{ id: number }>(sql`select max(id) as id from audit_log`))!
  await db.run(sql`delete from mail`)

  const result = await rekey(db, createSecretBox(Buffer.alloc(32, 9)), {
    afterDrop: (tx, place, row) => giveUpSecret(tx, place, row, deps),
  })

  expect(result).toEqual({ resealed: 0, unreadable: 0, dropped: 3, isDone: true })
  expect(await db.rows(sql`select kind, recipient from mail`)).toEqual([
    { kind: 'sign_in_changed', recipient: 'ana@test.si' },
  ])
  const { id: userId } = (await db.row<{ id: number }>(
    sql`select id from app_user where email = 'ana@test.si'`,
  ))!
  const entries = await db.rows(
    sql`select action, actor_id, user_id, before, after from audit_log where id > ${last} order by id`,
  )
  const common = { actor_id: null, user_id: userId }
  expect(entries).toEqual([
    { ...common, action: 'sign_in_method_changed', before: null, after: { change: 'totp_off' } },
    { ...common, action: 'external_credential_removed', before: { id: tokenId }, after: null },
  ])
  expect(await db.rows(sql`select 1 from recovery_code`)).toEqual([])
  const again = await world.server
    .client()
    .call('POST /auth/login', { body: { email: 'ana@test.si', password: testPassword } })
  expect(again.status).toBe(200)
})
