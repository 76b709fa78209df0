import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startMailServer, type TestMailServer } from '../../testing/start-mail-server.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertUser } from '../../testing/test-world.ts'

let mails: TestMailServer
let server: TestServer
let root: TestClient
beforeAll(async () => {
  mails = await startMailServer()
  const settings = { smtpUrl: mails.url, mailFrom: 'no-reply@cloud.example' }
  server = await startTestServer({ settings })
  root = await signIn(server)
})
afterAll(async () => {
  await server.stop()
  await mails.stop()
})

async function signIn(to: TestServer): Promise<TestClient> {
  await insertUser(to.db, 'root@test.si', 'ROLE_SUPER_ADMIN')
  const client = to.client()
  await client.signIn('root@test.si')
  return client
}
const doneOf = (tasks: { task: string; isDone: boolean }[]) =>
  tasks.filter(({ isDone }) => isDone).map(({ task }) => task)

describe('the first steps', () => {
  test('show what is done: metrics once somebody reads them, the backup once confirmed', async () => {
    const read = async () => doneOf((await root.call('GET /first-run')).data.firstRun.tasks)
    const before = await read()
    expect(before).toContain('mail')
    expect(before).not.toContain('tls')
    expect(before).not.toContain('metrics')
    const metrics = await (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()
    expect(await read()).toEqual([...before, 'metrics'])
    // One prefix for all of them, by which a collector distinguishes them from other programs.
    const names = [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!)
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !name.startsWith('ohmstead_'))).toEqual([])
    const { data } = await root.call('PUT /first-run', { body: { isBackupArranged: true } })
    expect(doneOf(data.firstRun.tasks)).toContain('backup')
    // Repeating the confirmation is not recorded.
    await root.call('PUT /first-run', { body: { isBackupArranged: true } })
    expect(
      await server.db.rows(sql`select action from audit_log where action = 'site_settings_changed'`),
    ).toEqual([{ action: 'site_settings_changed' }])
    await root.call('PUT /first-run', { body: { isBackupArranged: false } })
    expect(await read()).not.toContain('backup')
  })

  test('require the support address, which security.txt needs', async () => {
    const isDone = async () =>
      doneOf((await root.call('GET /first-run')).data.firstRun.tasks).includes('support')
    const securityTxt = async () => (await fetch(`${server.url}/.well-known/security.txt`)).status
    expect([await isDone(), await securityTxt()]).toEqual([false, 404])
    await root.call('PUT /site/settings', { body: { supportEmail: 'help@cloud.example' } })
    expect([await isDone(), await securityTxt()]).toEqual([true, 200])
    await root.call('PUT /site/settings', { body: { supportEmail: null } })
    expect(await isDone()).toBe(false)
  })

  test('send a real mail to oneself, and report a refusal in the mail server’s words', async () => {
    const sent = await root.call('POST /first-run/test-mail')
    expect(sent.data).toEqual({ to: 'root@test.si', isSent: true, reason: null })
    const mail = await mails.next('root@test.si')
    expect(mail.from?.address).toBe('no-reply@cloud.example')
    expect(mail.text).toContain('no-reply@cloud.example')
    mails.refuse(550)
    const isDone = async () =>
      doneOf((await root.call('GET /first-run')).data.firstRun.tasks).includes('mail')
    expect(await isDone()).toBe(true)
    await root.call('PUT /first-run', { body: { isBackupArranged: true } })
    const refused = (await root.call('POST /first-run/test-mail')).data
    mails.refuse(null)
    expect(refused).toMatchObject({ isSent: false, reason: expect.stringContaining('no thanks') })
    expect(await isDone()).toBe(false)
    expect(doneOf((await root.call('GET /first-run')).data.firstRun.tasks)).toContain('backup')
    expect((await root.call('GET /outbox')).data.mails.filter(({ kind }) => kind === 'test')).toEqual([])
    for (let left = 3; left > 0; left--) await root.call('POST /first-run/test-mail')
    expect((await root.call('POST /first-run/test-mail')).error?.code).toBe('too_many_attempts')
  })

  test('name the platform', async () => {
    await root.call('PUT /site/settings', { body: { platformName: ' Sonce ' } })
    expect((await server.client().call('GET /site/info')).data.platformName).toBe('Sonce')
    await root.call('PUT /site/settings', { body: { platformName: null } })
    expect((await server.client().call('GET /site/info')).data.platformName).toBe('Ohmstead')
  })
})

test('without a mail server the test mail reports that there is none', async () => {
  const other = await startTestServer()
  try {
    const client = await signIn(other)
    expect((await client.call('POST /first-run/test-mail')).data).toMatchObject({
      isSent: false,
      reason: null,
    })
  } finally {
    await other.stop()
  }
})
