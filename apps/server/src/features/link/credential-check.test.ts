import pino from 'pino'
import { expect, test, vi } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { createCredentialCheck } from './credential-check.ts'
import { hashSecret } from './secret-hash.ts'

const known = ['AAAA', 'BBBB'].map((serial) => ({
  ...{ id: 1, unit_id: serial, mqtt_password_hash: hashSecret(`of ${serial}`), http_token_hash: null },
  ...{ revoked_at: null, has_broker_hashes: true },
}))

function createHarness() {
  const rows = vi.fn(async ({ params }: { params: readonly unknown[] }) => {
    const asked = params.find(Array.isArray) as string[] | undefined
    // As PostgreSQL does, for all of them.
    if (asked?.some((serial) => serial.includes('\0'))) throw new Error('invalid byte sequence')
    return asked ? known.filter(({ unit_id }) => asked.includes(unit_id)) : known
  })
  const context = {
    db: { rows } as unknown as Db,
    clock: { now: () => 0 },
    log: pino({ level: 'silent' }),
    pause: async () => {},
  }
  const refuse = vi.fn()
  const { check } = createCredentialCheck(context, refuse)
  const asked = () =>
    rows.mock.calls.flatMap(([{ params }]) => {
      const serials = params.find(Array.isArray) as string[] | undefined
      return serials ? [serials] : []
    })
  return { check: (serial: string, secret: string) => check(serial, secret, '192.0.2.1'), refuse, asked }
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

test.each(['AA\0AA', 'A'.repeat(41)])(
  'a name that none of ours can have is turned away, and no other with it',
  async (name) => {
    const { check, asked } = createHarness()
    const outcomes = await Promise.all([check(name, 'of AAAA'), check('AAAA', 'of AAAA')])
    expect(outcomes).toEqual([false, true])
    expect(asked().flat()).toEqual(['AAAA'])
  },
)
