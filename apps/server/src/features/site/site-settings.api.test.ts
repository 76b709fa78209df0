import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertUser } from '../../testing/test-world.ts'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  admin = server.client()
  await admin.signIn('admin@test.si')
})
afterAll(() => server.stop())

const nothing = {
  platformName: null,
  supportEmail: null,
  privacyPolicyUrl: null,
  termsUrl: null,
  registrationUrl: null,
  isInMaintenance: false,
  maintenanceMessage: null,
  secondFactorDays: null,
}
const readSite = async (identifier?: string) =>
  (await server.client().call('GET /site/info', { query: identifier === undefined ? {} : { identifier } }))
    .data

test('a super admin sets where help, terms and privacy are, for the platform and its brands', async () => {
  expect((await admin.call('GET /site/settings')).data.settings).toEqual(nothing)
  const body = { supportEmail: ' Pomoc@sonce.si ', termsUrl: 'https://sonce.si/terms', registrationUrl: '' }
  const { data } = await admin.call('PUT /site/settings', { body })
  expect(data.settings).toEqual({
    ...nothing,
    supportEmail: 'Pomoc@sonce.si',
    termsUrl: 'https://sonce.si/terms',
  })
  for (const site of [await readSite(), await readSite('sunmere')])
    expect(site).toMatchObject({
      contact: { supportEmail: 'Pomoc@sonce.si' },
      links: { termsAndConditions: 'https://sonce.si/terms', privacyPolicy: null },
    })
})

test('maintenance is announced and ended, and other settings stay', async () => {
  await server.db.run(sql`update setting set value = value || '{"platformName": "Sonce"}' where key = 'site'`)
  await admin.call('PUT /site/settings', {
    body: { isInMaintenance: true, maintenanceMessage: 'Ob devetih.' },
  })
  expect(await readSite()).toMatchObject({
    platformName: 'Sonce',
    contact: { supportEmail: 'Pomoc@sonce.si' },
    maintenance: { isInMaintenance: true, message: 'Ob devetih.' },
  })
  await admin.call('PUT /site/settings', { body: { isInMaintenance: false } })
  expect((await readSite()).maintenance).toEqual({ isInMaintenance: false, message: 'Ob devetih.' })
})

test('each change is audited with its previous value, and nothing without a change', async () => {
  const read = async () =>
    (await admin.call('GET /audit-log', { query: { action: 'site_settings_changed' } })).data.entries
  const before = await read()
  expect(before[0]).toMatchObject({ before: { isInMaintenance: true }, after: { isInMaintenance: false } })
  await admin.call('PUT /site/settings', { body: { isInMaintenance: false, supportEmail: 'Pomoc@sonce.si' } })
  expect(await read()).toHaveLength(before.length)
})

test('an invalid address, or one that would run as a script, is named and nothing is stored', async () => {
  const body = {
    supportEmail: 'nobody',
    termsUrl: 'javascript:alert(1)',
    maintenanceMessage: 'x'.repeat(301),
  }
  const answer = await admin.call('PUT /site/settings', { body })
  expect(answer).toMatchObject({
    status: 400,
    error: { fields: { supportEmail: 'email', termsUrl: 'regex', maintenanceMessage: 'max' } },
  })
  expect((await readSite()).contact.supportEmail).toBe('Pomoc@sonce.si')
})
