import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertCompany, insertController, insertLocation, insertUser } from '../../testing/test-world.ts'
import { raiseAlarm } from '../alarms/alarm-queries.ts'
import { createUnsubscribeToken } from './unsubscribe-token.ts'

let server: TestServer
let anaId: number

beforeAll(async () => {
  server = await startTestServer()
  anaId = await insertUser(server.db, 'ana@test.si', 'ROLE_USER_BASIC')
  await server.db.run(sql`update app_user set locale = 'sl' where id = ${anaId}`)
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.db.run(sql`
    insert into notice_setting (user_id, mail) values (${anaId}, true)
    on conflict (user_id) do update set mail = true`)
})

const tokenOf = (email = 'ana@test.si') => createUnsubscribeToken({ user_id: anaId, email }, server.deps)
const open = (token = tokenOf()) => fetch(`${server.url}/unsubscribe/${token}`)
const press = (token = tokenOf()) =>
  fetch(`${server.url}/unsubscribe/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
const isOn = async () =>
  (await server.db.row<{ mail: boolean }>(sql`select mail from notice_setting where user_id = ${anaId}`))
    ?.mail
const written = () =>
  server.db.rows(sql`select user_id, actor_id from audit_log where action = 'alarm_mails_ended'`)

test('opening the link only asks, in the language of the mail; pressing the button ends the mails, once', async () => {
  const page = await open()
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const text = await page.text()
  expect(text).toContain('<form method="post">')
  expect(text).toContain('Ustavi e-pošto')
  expect(await isOn()).toBe(true)
  for (const _ of [1, 2]) {
    const done = await press()
    expect([done.status, await done.text()]).toEqual([200, expect.not.stringContaining('<form')])
  }
  expect(await isOn()).toBe(false)
  expect(await written()).toEqual([{ user_id: anaId, actor_id: null }])
  expect(await (await open()).text()).not.toContain('<form')
})

test('what a mail program posts in parts, or empty, counts as well', async () => {
  const body = new FormData()
  body.set('List-Unsubscribe', 'One-Click')
  await fetch(`${server.url}/unsubscribe/${tokenOf()}`, { method: 'POST', body })
  expect(await isOn()).toBe(false)
})

test('a link that is no longer valid says so in the language of the browser, a valid one in that of the mail', async () => {
  const headers = { 'accept-language': 'xx, en-GB;q=0.9, de;q=0.8' }
  const openAs = async (token: string) =>
    (await fetch(`${server.url}/unsubscribe/${token}`, { headers })).text()
  expect(await openAs(tokenOf('old@test.si'))).toContain('<html lang="en">')
  expect(await openAs(tokenOf())).toContain('<html lang="sl">')
})

test('a link that was changed, is of another person or of an earlier address does nothing, and guesses are limited', async () => {
  const otherId = await insertUser(server.db, 'other@test.si', 'ROLE_USER_BASIC')
  const [, sealed = ''] = tokenOf().split('.')
  const wrong = [`${otherId}.${sealed}`, `${anaId}.${sealed.slice(0, -2)}xx`, tokenOf('old@test.si'), 'x']
  for (const token of wrong) expect((await press(token)).status).toBe(404)
  expect(await isOn()).toBe(true)
  let status = 404
  for (let guess = 0; guess < 60 && status === 404; guess++) status = (await open('1.guess')).status
  expect(status).toBe(429)
  expect((await press()).status).toBe(200)
})

test('an alarm mail has the link in its headers and at its end', async () => {
  const { db, deps } = server
  const company = await insertCompany(db, 'Sun')
  const place = { companyId: company.companyId, locationGroupId: company.rootGroupId, ownerId: anaId }
  const locationId = await insertLocation(db, place)
  const { controllerId } = await insertController(db, locationId)
  const at = server.clock.time
  await raiseAlarm(db, {
    locationId,
    controllerId,
    deviceId: null,
    type: 'ERROR',
    code: 'E1',
    text: null,
    at,
  })
  await deps.notices.tellDue()
  const mail = await db.row<{ unsubscribe_url: string; body_text: string; body_html: string }>(
    sql`select unsubscribe_url, body_text, body_html from mail where kind = 'alarms'`,
  )
  const url = mail!.unsubscribe_url
  expect(url).toMatch(/\/unsubscribe\/\d+\.[\w-]+$/)
  expect(mail!.body_text).toContain(url)
  expect(mail!.body_html).toContain(url)
  await press(url.split('/').at(-1))
  expect(await isOn()).toBe(false)
})
