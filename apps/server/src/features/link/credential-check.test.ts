import pino from 'pino'
import { expect, test, vi } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { createCredentialCheck } from './credential-check.ts'
import { hashSecret } from './secret-hash.ts'

const known = ['AAAA', 'BBBB'].map((serial) => ({
  ...{ id: 1, unit_id: serial, mqtt_password_hash: hashSecret(`of ${serial}`), http_token_hash: null },
  ...{ revoked_at: null as number | null, has_broker_hashes: serial === 'AAAA' },
}))
// Its password is still kept.
known.push({ ...known[0]!, unit_id: 'GONE', mqtt_password_hash: hashSecret('of GONE'), revoked_at: 1 })

function createHarness() {
  const passwords = new Map(known.map(({ unit_id, mqtt_password_hash }) => [unit_id, mqtt_password_hash]))
  /** What reads wait for after they have seen the rows. */
  let answering = Promise.resolve()
  const rows = vi.fn(async ({ params }: { params: readonly unknown[] }) => {
    const asked = params.find(Array.isArray) as string[] | undefined
    // As PostgreSQL does, for all of them.
    if (asked?.some((serial) => serial.includes('\0'))) throw new Error('invalid byte sequence')
    const now = known.map((row) => ({ ...row, mqtt_password_hash: passwords.get(row.unit_id)! }))
    await answering
    return asked ? now.filter(({ unit_id }) => asked.includes(unit_id)) : now
  })
  const run = vi.fn(async () => 1)
  const pause = vi.fn(async (_: number) => {})
  const context = {
    db: { rows, run } as unknown as Db,
    clock: { now: () => 0 },
    log: pino({ level: 'silent' }),
    pause,
  }
  const refuse = vi.fn()
  const { check, changed } = createCredentialCheck(context, refuse)
  const asked = () =>
    rows.mock.calls.flatMap(([{ params }]) => {
      const serials = params.find(Array.isArray) as string[] | undefined
      return serials ? [serials] : []
    })
  return {
    check: (serial: string, secret: string, address = '192.0.2.1') => check(serial, secret, address),
    refuse,
    asked,
    run,
    pause,
    /** Reads answer only when the returned function is called. */
    holdAnswers() {
      const { promise, resolve } = Promise.withResolvers<void>()
      answering = promise
      return resolve
    },
    renew(serial: string, password: string) {
      passwords.set(serial, hashSecret(password))
      changed(serial)
    },
  }
}

test('those who come at once are looked up together, and each is judged by its own password', async () => {
  const { check, refuse, asked } = createHarness()
  const outcomes = await Promise.all([
    check('AAAA', 'of AAAA'),
    check('BBBB', 'of AAAA'),
    check('CCCC', 'of CCCC'),
  ])
  expect(outcomes).toEqual([true, false, false])
  expect(asked().length).toBeLessThan(3)
  // Of an unknown serial there is nobody to tell.
  expect(refuse.mock.calls.map(([serial, reason]) => [serial, reason])).toEqual([['BBBB', 'bad_credentials']])
})

test('a password that is replaced while it is looked up counts no more, and the new one does at once', async () => {
  const { check, holdAnswers, renew } = createHarness()
  const answer = holdAnswers()
  const outcomes = Promise.all([
    check('AAAA', 'of AAAA'),
    check('AAAA', 'newer of AAAA'),
    check('BBBB', 'of BBBB'),
  ])
  await new Promise(setImmediate)
  renew('AAAA', 'newer of AAAA')
  answer()
  expect(await outcomes).toEqual([false, true, true])
  expect(await check('AAAA', 'newer of AAAA')).toBe(true)
})

test('a password that is replaced again while the new one is looked up counts no more either', async () => {
  const { check, holdAnswers, renew } = createHarness()
  await check('BBBB', 'of BBBB')
  const settle = () => new Promise(setImmediate)
  const first = holdAnswers()
  const outcome = check('BBBB', 'newer of BBBB')
  await settle()
  renew('BBBB', 'newer of BBBB')
  const second = holdAnswers()
  first()
  await settle()
  renew('BBBB', 'newest of BBBB')
  second()
  expect(await outcome).toBe(false)
})

test('a revoked controller is told that it is, even with its right password', async () => {
  const { check, refuse } = createHarness()
  expect(await check('GONE', 'of GONE')).toBe(false)
  expect(refuse).toHaveBeenCalledExactlyOnceWith('GONE', 'bad_credentials', 'revoked')
})

test('a right password that other brokers do not know yet is kept for them, a known or wrong one is not', async () => {
  const { check, run } = createHarness()
  await check('AAAA', 'of AAAA')
  await check('BBBB', 'wrong')
  expect(run).not.toHaveBeenCalled()
  await check('BBBB', 'of BBBB')
  expect(run).toHaveBeenCalledOnce()
})

test('new credentials count at once, although they were wrong before and many others are tried from there', async () => {
  const { check, renew, pause } = createHarness()
  await check('AAAA', 'newer of AAAA')
  for (let guess = 0; guess < 30; guess++) await check('BBBB', `guess ${guess}`)
  renew('AAAA', 'newer of AAAA')
  pause.mockClear()
  expect(await check('AAAA', 'newer of AAAA')).toBe(true)
  expect(pause).not.toHaveBeenCalled()
})

test('who guesses from many addresses of one network is slowed down as one', async () => {
  const { check, pause } = createHarness()
  for (let guess = 0; guess < 30; guess++) await check(`NO${guess}`, 'guess', `2001:db8::${guess + 1}`)
  expect(pause).toHaveBeenCalled()
})

test.each(['AA\0AA', 'A'.repeat(41)])(
  'a name that none of ours can have is turned away, and no other with it',
  async (name) => {
    const { check, asked } = createHarness()
    const outcomes = await Promise.all([check(name, 'of AAAA'), check('AAAA', 'of AAAA')])
    expect(outcomes).toEqual([false, true])
    expect(asked().flat()).toEqual(['AAAA'])
  },
)
