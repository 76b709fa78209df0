import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { migrate } from '../../platform/db/migrate.ts'
import { sql } from '../../platform/db/sql.ts'
import { openUnmigratedTestDb } from '../../testing/test-db.ts'
import { insertCompany, insertLocation } from '../../testing/test-world.ts'

const released = fileURLToPath(new URL('../../db/migrations/', import.meta.url))

test('older mails are linked to the people and locations they name, and removed controllers lose their name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ohmstead-mails-'))
  const { db, close } = await openUnmigratedTestDb()
  try {
    for (const file of readdirSync(released))
      if (file < '0028') cpSync(join(released, file), join(folder, file))
    await migrate(db, { directory: folder })
    const { companyId, rootGroupId } = await insertCompany(db, 'Sun')
    const locationId = await insertLocation(db, { companyId, locationGroupId: rootGroupId })
    const { id: anaId } = (await db.row<{ id: number }>(
      sql`insert into app_user (email) values ('ana@test.si') returning id`,
    ))!
    await db.run(sql`
      insert into link_token (token_hash, action, user_id, email, created_at, expires_at)
      values ('\x01', 'change_email', ${anaId}, 'ana@new.si', now(), now())`)
    await db.run(sql`
      insert into invitation (location_id, email, token_hash, invited_by, created_at, expires_at)
      values (${locationId}, 'guest@test.si', '\x02', ${anaId}, now(), now())`)
    for (const [kind, recipient] of [
      ['password_reset', 'ana@test.si'],
      ['change_email', 'ana@new.si'],
      ['invitation', 'guest@test.si'],
      ['invitation', 'other@test.si'],
      ['verification', 'nobody@test.si'],
    ])
      await db.run(sql`
        insert into mail (message_id, kind, recipient, locale, sender_name, subject, created_at)
        values (${`${kind} ${recipient}`}, ${kind}, ${recipient}, 'en', 'x', 'x', now())`)
    await db.run(sql`
      insert into controller (unit_id, kind, alias, revoked_at)
      values ('R1', 'GATEWAY', 'Removed', now()), ('R2', 'GATEWAY', 'There', null)`)
    await migrate(db, { directory: released })
    const named = await db.rows<{ named_user_id: number | null; named_location_id: number | null }>(
      sql`select named_user_id, named_location_id from mail order by id`,
    )
    expect(named.map((mail) => [mail.named_user_id, mail.named_location_id])).toEqual([
      [anaId, null],
      [anaId, null],
      [anaId, locationId],
      [null, null],
      [null, null],
    ])
    expect(await db.rows(sql`select alias from controller order by unit_id`)).toEqual([
      { alias: null },
      { alias: 'There' },
    ])
  } finally {
    rmSync(folder, { recursive: true })
    await close()
  }
})
