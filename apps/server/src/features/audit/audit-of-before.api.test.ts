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

test('older entries are split: personal facts belong to their person, and are deleted with them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ohmstead-audit-'))
  const { db, close } = await openUnmigratedTestDb()
  try {
    for (const file of readdirSync(released))
      if (file < '0020') cpSync(join(released, file), join(folder, file))
    await migrate(db, { directory: folder })
    const { companyId, rootGroupId } = await insertCompany(db, 'Sun')
    const locationId = await insertLocation(db, { companyId, locationGroupId: rootGroupId })
    const { id: userId } = (await db.row<{ id: number }>(
      sql`insert into app_user (email) values ('ana@test.si') returning id`,
    ))!
    const gone = 999_999
    const entries: [string, number | null, number | null, number | null, object | null, object | null][] = [
      ['location_created', userId, userId, locationId, null, { name: 'Doma', latitude: 46 }],
      ['location_created', gone, gone, locationId, null, { name: 'Skrito' }],
      ['location_changed', userId, null, gone, { name: 'Staro' }, { name: 'Novo' }],
      ['role_changed', userId, gone, null, { role: 'ROLE_USER' }, { role: 'ROLE_USER_BASIC' }],
      ['sign_in_failed', null, null, null, null, null],
      ['company_settings_changed', userId, null, null, { slogan: 'a' }, { slogan: 'b' }],
    ]
    for (const [action, actorId, forId, placeId, before, after] of entries)
      await db.run(sql`
        insert into audit_log (at, action, actor_id, user_id, location_id, before, after, address)
        values (now(), ${action}, ${actorId}, ${forId}, ${placeId}, ${before && JSON.stringify(before)}::jsonb,
          ${after && JSON.stringify(after)}::jsonb, '192.0.2.9')`)
    await migrate(db, { directory: released })
    const rows = await db.rows(sql`
      select a.action, a.before, a.after, f.before as "factBefore", f.after as "factAfter", o.address
      from audit_log a left join audit_fact f on f.entry_id = a.id left join audit_address o on o.entry_id = a.id
      order by a.id`)
    const nothing = { before: null, after: null, factBefore: null, factAfter: null, address: null }
    const from = { ...nothing, address: '192.0.2.9' }
    expect(rows).toEqual([
      { ...from, action: 'location_created', factAfter: { name: 'Doma', latitude: 46 } },
      { ...nothing, action: 'location_created' },
      { ...from, action: 'location_changed' },
      {
        ...from,
        action: 'role_changed',
        before: { role: 'ROLE_USER' },
        after: { role: 'ROLE_USER_BASIC' },
      },
      { ...from, action: 'sign_in_failed' },
      {
        ...from,
        action: 'company_settings_changed',
        factBefore: { slogan: 'a' },
        factAfter: { slogan: 'b' },
      },
    ])
  } finally {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
})
