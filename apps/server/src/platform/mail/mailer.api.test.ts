import { createVerify, generateKeyPairSync } from 'node:crypto'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queueMail } from '../../features/mail/queue-mail.ts'
import { startMailServer, type TestMailServer } from '../../testing/start-mail-server.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { testSettings } from '../../testing/test-settings.ts'
import { insertUser } from '../../testing/test-world.ts'
import { sql } from '../db/sql.ts'
import type { MailRow } from './mail-queries.ts'
import { startMailer } from './start-mailer.ts'

// The server itself has no mail server, so everything stays in the outbox until the test's mailer sends it.

let server: TestServer
let mails: TestMailServer
const closers: (() => Promise<void>)[] = []

beforeAll(async () => {
  mails = await startMailServer()
  server = await startTestServer()
})
afterAll(async () => {
  await server.stop()
  await mails.stop()
})
beforeEach(async () => {
  await server.db.run(sql`delete from mail`)
  mails.received.length = 0
  mails.refuse(null)
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const queue = (to = 'ana@test.si', secretUntil?: number) =>
  server.db.transaction((tx) =>
    queueMail(
      tx,
      {
        kind: 'already_registered',
        to,
        locale: 'en',
        values: { url: 'https://cloud.example/auth/login' },
        ...(secretUntil && { secretUntil }),
      },
      server.deps,
    ),
  )
const textOf = async (to: string) => (await rows()).find(({ recipient }) => recipient === to)?.body_text
const rows = () => server.db.rows<MailRow>(sql`select * from mail order by id`)

async function startOther(more: Parameters<typeof testSettings>[0] = {}) {
  const mailer = await startMailer({
    db: server.db,
    clock: { now: () => server.clock.time },
    log: pino({ level: 'silent' }),
    settings: testSettings({ smtpUrl: mails.url, ...more }),
  })
  closers.push(mailer.close)
  return mailer
}

test('the footer names the product: to a super admin it is one to resell', async () => {
  await insertUser(server.db, 'boss@test.si', 'ROLE_SUPER_ADMIN')
  await queue('boss@test.si')
  await queue('nobody@test.si')
  expect(await textOf('boss@test.si')).toMatch(/ · OEM\n$/)
  expect(await textOf('nobody@test.si')).not.toContain('OEM')
})

describe('the queue', () => {
  test('belongs to the transaction that causes a mail', async () => {
    const failed = server.db.transaction(async (tx) => {
      const mail = {
        kind: 'already_registered',
        to: 'x@test.si',
        locale: 'en',
        values: { url: 'http://x.test' },
      } as const
      await queueMail(tx, mail, server.deps)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await rows()).toEqual([])
  })

  test('is sent in order, with a sender, a date and text in both forms', async () => {
    await queue('a@test.si')
    await queue('b@test.si')
    const mailer = await startOther({ mailFrom: 'cloud@sonce.si' })
    await mailer.sendDue()
    expect(mails.received.map(({ recipients }) => recipients)).toEqual([['a@test.si'], ['b@test.si']])
    expect(mails.received[0]).toMatchObject({
      from: { name: 'Ohmstead', address: 'cloud@sonce.si' },
      to: [{ address: 'a@test.si' }],
      subject: 'You already have an account',
      messageId: (await rows())[0]!.message_id,
    })
    expect(mails.received[0]!.html).toContain('https://cloud.example/auth/login')
    expect((await rows()).map(({ state, sent_at }) => [state, sent_at])).toEqual([
      ['sent', server.clock.time],
      ['sent', server.clock.time],
    ])
  })

  test('is shared by several processes without sending anything twice', async () => {
    for (let index = 0; index < 20; index++) await queue(`person-${index}@test.si`)
    const mailers = [await startOther(), await startOther(), await startOther()]
    await Promise.all(mailers.map(({ sendDue }) => sendDue()))
    const recipients = mails.received.flatMap((mail) => mail.recipients)
    expect(recipients).toHaveLength(20)
    expect(new Set(recipients).size).toBe(20)
  })

  test('retries after half a minute, then after four times as long, and gives up after eight attempts', async () => {
    await queue()
    mails.refuse(451)
    const mailer = await startOther()
    for (const seconds of [30, 120, 480, 1920, 7680, 30_720, 43_200]) {
      await mailer.sendDue()
      const [mail] = await rows()
      expect(mail).toMatchObject({ state: 'queued', next_attempt_at: server.clock.time + seconds * 1000 })
      expect(mail!.error).toContain('no thanks')
      server.clock.time += seconds * 1000 - 1
      await mailer.sendDue()
      expect((await rows())[0]!.attempts).toBe(mail!.attempts)
      server.clock.time += 1
    }
    await mailer.sendDue()
    expect((await rows())[0]).toMatchObject({ state: 'failed', attempts: 8, next_attempt_at: null })
    expect(mails.received).toEqual([])
  })

  test('recovers when the mail server does', async () => {
    await queue()
    mails.refuse(451)
    const mailer = await startOther()
    await mailer.sendDue()
    mails.refuse(null)
    server.clock.time += 30_000
    await mailer.sendDue()
    expect((await rows())[0]).toMatchObject({ state: 'sent', error: null })
  })

  test('stops after a permanent refusal of the recipient', async () => {
    await queue()
    mails.refuse(550)
    await (await startOther()).sendDue()
    expect((await rows())[0]).toMatchObject({ state: 'failed', attempts: 1 })
  })

  test('leaves a mail that another process has leased, until the lease ends', async () => {
    await queue()
    await server.db.run(
      sql`update mail set attempts = 1, leased_until = ${new Date(server.clock.time + 1000)}`,
    )
    const mailer = await startOther()
    await mailer.sendDue()
    expect(mails.received).toEqual([])
    server.clock.time += 1000
    await mailer.sendDue()
    expect(mails.received).toHaveLength(1)
  })
})

describe('a mail with a secret', () => {
  test('loses its text once it is sent', async () => {
    await queue('ana@test.si', server.clock.time + 1000)
    await (await startOther()).sendDue()
    expect((await rows())[0]).toMatchObject({ state: 'sent', body_text: null, body_html: null })
  })

  test('is given up and emptied when its link has expired', async () => {
    await queue('ana@test.si', server.clock.time + 1000)
    server.clock.time += 1000
    await (await startOther()).sendDue()
    expect(mails.received).toEqual([])
    expect((await rows())[0]).toMatchObject({
      state: 'failed',
      error: 'expired',
      body_text: null,
      body_html: null,
    })
  })
})

test('a mail, and how to end its kind, is signed with DKIM if a key is configured', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await queue()
  await server.db.run(sql`update mail set unsubscribe_url = 'https://cloud.example/unsubscribe/7.abc'`)
  const dkim = { domain: 'sonce.si', selector: 'ohm', privateKey: pem }
  await (await startOther({ dkim, mailFrom: 'cloud@sonce.si' })).sendDue()
  const { raw } = mails.received[0]!
  const [head = ''] = raw.split('\r\n\r\n')
  const fields = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const signature = fields.find((line) => line.startsWith('DKIM-Signature:'))!
  expect(signature).toContain('d=sonce.si')
  expect(signature).toContain('s=ohm')
  // RFC 6376, relaxed headers: lower-case names, single spaces, the signature itself without its value.
  const relaxed = (line: string) => {
    const [name = '', ...rest] = line.split(':')
    return `${name.toLowerCase().trim()}:${rest.join(':').replace(/\s+/g, ' ').trim()}`
  }
  const signed = /\bh=([^;]+)/
    .exec(signature)![1]!
    .split(':')
    .map((name) => name.trim().toLowerCase())
  expect(signed).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']))
  expect(fields).toContain('List-Unsubscribe: <https://cloud.example/unsubscribe/7.abc>')
  expect(fields).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect((await rows())[0]).toMatchObject({ state: 'sent', unsubscribe_url: null })
  const lines = signed.map((name) =>
    relaxed(fields.find((line) => line.toLowerCase().startsWith(`${name}:`))!),
  )
  const value = /\bb=([^;]+)$/.exec(signature)![1]!.replace(/\s/g, '')
  const text = [...lines, relaxed(signature.replace(/\bb=[^;]+$/, 'b='))].join('\r\n')
  expect(createVerify('sha256').update(text).verify(publicKey, value, 'base64')).toBe(true)
})

describe('the outbox', () => {
  test('shows super admins, and nobody else, what is waiting, and retries a failed mail', async () => {
    await insertUser(server.db, 'root@test.si', 'ROLE_SUPER_ADMIN')
    await insertUser(server.db, 'agg@test.si', 'ROLE_AGGREGATOR')
    const [root, agg] = [server.client(), server.client()]
    await root.signIn('root@test.si')
    await agg.signIn('agg@test.si')
    await queue('b@test.si')
    expect((await agg.call('GET /outbox')).error?.code).toBe('not_allowed')
    const { sending, mails: listed } = (await root.call('GET /outbox', { query: { state: 'queued' } })).data
    expect(sending).toBe(false)
    expect(listed).toMatchObject([
      { kind: 'already_registered', to: 'b@test.si', state: 'queued', attempts: 0 },
    ])
    const params = { mailId: listed[0]!.id }
    const { mail } = (await root.call('GET /outbox/:mailId', { params })).data
    expect(mail.text).toContain('https://cloud.example/auth/login')

    expect((await root.call('POST /outbox/:mailId/retry', { params })).status).toBe(404)
    await server.db.run(sql`update mail set state = 'failed', error = 'x'`)
    expect((await root.call('POST /outbox/:mailId/retry', { params })).status).toBe(204)
    expect((await rows())[0]).toMatchObject({ state: 'queued', error: null })
  })

  test('keeps a link that opens an account from everybody but its recipient', async () => {
    await insertUser(server.db, 'first@test.si', 'ROLE_SUPER_ADMIN')
    await insertUser(server.db, 'second@test.si', 'ROLE_SUPER_ADMIN')
    const second = server.client()
    await second.call('POST /auth/forgotten-password', { body: { email: 'first@test.si' } })
    await second.signIn('second@test.si')
    await expect.poll(rows).toHaveLength(1)
    const [mail] = await rows()
    expect(mail!.body_text).toContain('#token=')
    const answer = await second.call('GET /outbox/:mailId', { params: { mailId: mail!.id } })
    expect(answer.data.mail).toMatchObject({ to: 'first@test.si', text: null, html: null, is_sealed: true })
    expect(JSON.stringify(answer)).not.toContain('token=')
    await server.db.run(sql`update mail set kind = 'invitation'`)
    const invitation = await second.call('GET /outbox/:mailId', { params: { mailId: mail!.id } })
    expect(invitation.data.mail).toMatchObject({ text: mail!.body_text, is_sealed: false })
  })
})
