import { describe, expect, it } from 'vitest'
import { createKnownSecrets } from './known-secrets.ts'
import { hashSecret } from './secret-hash.ts'

function createWorld(passwords: Record<string, string>) {
  let now = 0
  let isDown = false
  let whileReading = () => {}
  const asked = { all: 0, one: 0 }
  const known = createKnownSecrets({
    clock: { now: () => now },
    findAll: async () => {
      asked.all++
      if (isDown) throw new Error('the database is away')
      const rows = Object.entries(passwords).map(([serial, password]) => ({
        unit_id: serial,
        mqtt_password_hash: hashSecret(password),
      }))
      whileReading()
      return [...rows, { unit_id: 'without', mqtt_password_hash: null }]
    },
    findOne: async (serial) => {
      asked.one++
      const password = passwords[serial]
      return password === undefined ? undefined : { mqtt_password_hash: hashSecret(password) }
    },
  })
  return {
    known,
    asked,
    passwords,
    pass: (ms: number) => (now += ms),
    fail: (is: boolean) => (isDown = is),
    meanwhile: (act: () => void) => (whileReading = act),
  }
}

describe('the secrets that are known', () => {
  it('distinguish the right one from a wrong one and from an unknown serial, with one query a minute', async () => {
    const { known, asked, pass } = createWorld({ S1: 'one', S2: 'two' })
    const answers = await Promise.all([
      known.isRight('S1', 'one'),
      known.isRight('S1', 'two'),
      known.isRight('S3', 'one'),
      known.isRight('without', ''),
    ])
    expect(answers).toEqual([true, false, false, false])
    pass(59_999)
    expect(await known.isRight('S2', 'two')).toBe(true)
    expect(asked).toEqual({ all: 1, one: 0 })
    pass(1)
    expect(await known.isRight('S2', 'two')).toBe(true)
    expect(asked).toEqual({ all: 2, one: 0 })
  })

  it('follow a change at once, even one during the read, and then count with the others', async () => {
    const { known, asked, passwords, pass, meanwhile } = createWorld({ S1: 'old' })
    meanwhile(() => {
      passwords.S1 = 'new'
      known.changed('S1')
    })
    expect(await known.isRight('S1', 'new')).toBe(true)
    expect(await known.isRight('S1', 'old')).toBe(false)
    meanwhile(() => {})
    passwords.S2 = 'added'
    known.changed('S2')
    expect(await known.isRight('S2', 'added')).toBe(true)
    expect(asked).toEqual({ all: 1, one: 3 })
    pass(60_000)
    expect(await known.isRight('S1', 'new')).toBe(true)
    expect(await known.isRight('S2', 'added')).toBe(true)
    expect(asked).toEqual({ all: 2, one: 3 })
  })

  it('are read again after a failure', async () => {
    const { known, fail } = createWorld({ S1: 'one' })
    fail(true)
    await expect(known.isRight('S1', 'one')).rejects.toThrow('away')
    fail(false)
    expect(await known.isRight('S1', 'one')).toBe(true)
  })
})
