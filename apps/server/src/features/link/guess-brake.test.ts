import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGuessBrake, type Judged } from './guess-brake.ts'

const wrong: Judged = { isRight: false, reason: 'wrong' }
const right: Judged = { isRight: true, reason: null }

/** Time stands still until somebody waits. `isUpToDate` says whether right secrets are known, which is otherwise false. */
function createBrake({ isUpToDate = true } = {}) {
  let now = 0
  const waits: number[] = []
  const looks: string[] = []
  const brake = createGuessBrake({
    clock: { now: () => now },
    looksRight: async (_, secret) => isUpToDate && secret === 'right',
    pause: async (milliseconds) => {
      waits.push(milliseconds)
      await new Promise(setImmediate)
    },
  })
  const guess = (address: string, serial: string, secret: string) =>
    brake.check({ address, serial, secret }, async () => {
      looks.push(`${serial} ${secret}`)
      return secret === 'right' ? right : wrong
    })
  return { brake, guess, waits, looks, pass: (ms: number) => (now += ms) }
}

describe('the brake on guesses', () => {
  it('makes wrong secrets wait longer and longer, by address and by serial, up to a limit', async () => {
    const { guess, waits } = createBrake()
    for (let index = 0; index < 5; index++) await guess('a', 'S1', `${index}`)
    expect(waits).toEqual([])
    for (let index = 5; index < 12; index++) await guess('a', `S${index}`, `${index}`)
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000])
    waits.length = 0
    for (let index = 0; index < 6; index++) await guess(`b${index}`, 'S99', `${index}`)
    expect(waits).toEqual([250])
  })

  it('never makes a right secret wait, from the same address and for the same serial', async () => {
    const { guess, waits } = createBrake()
    for (let index = 0; index < 19; index++) await guess('a', 'S1', `${index}`)
    waits.length = 0
    expect(await guess('a', 'S1', 'right')).toEqual(right)
    expect(waits).toEqual([])
  })

  it('accepts a right secret within a turn, whatever its address sends and whatever is tried with its serial', async () => {
    const flood = fc.array(
      fc.record({
        address: fc.constantFrom('a', 'b'),
        serial: fc.constantFrom('S1', 'S2', null),
        count: fc.integer({ min: 1, max: 200 }),
      }),
      { minLength: 1, maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(flood, fc.boolean(), async (parts, isSeenBefore) => {
        const { guess, looks } = createBrake()
        if (isSeenBefore) await guess('a', 'S1', 'right')
        for (const address of ['a', 'b'])
          for (let index = 0; index < 20; index++) await guess(address, `made up ${index}`, address)
        const guesses = parts.flatMap(({ address, serial, count }, part) =>
          Array.from({ length: count }, (_, index) =>
            guess(address, serial ?? `made up ${part} ${index}`, `${part} ${index}`),
          ),
        )
        const rest = Promise.allSettled(guesses)
        const before = looks.length
        expect(await guess('a', 'S1', 'right')).toEqual(right)
        // Its own, and at most the first of each of the two queues.
        expect(looks.length - before).toBeLessThanOrEqual(3)
        await rest
      }),
      { numRuns: 40 },
    )
  })

  it('accepts a secret that is not known yet with the next turn of its serial', async () => {
    const { guess, looks } = createBrake({ isUpToDate: false })
    for (let index = 0; index < 30; index++) await guess('a', 'S1', `${index}`)
    const flood = Array.from({ length: 100 }, (_, index) => guess('a', 'S1', `again ${index}`))
    const before = looks.length
    expect(await guess('a', 'S3', 'right')).toEqual(right)
    expect(looks.length - before).toBeLessThan(5)
    await Promise.all(flood)
  })

  it('does not query the database again for a repeated wrong secret, until the credentials change', async () => {
    const { brake, guess, looks, pass } = createBrake()
    for (let index = 0; index < 3; index++) await guess('a', 'S1', 'same')
    expect(looks).toHaveLength(1)
    pass(61_000)
    await guess('a', 'S1', 'same')
    expect(looks).toHaveLength(2)
    brake.forget('S1')
    await guess('a', 'S1', 'same')
    expect(looks).toHaveLength(3)
  })

  it('rejects what exceeds its queue, instead of holding it', async () => {
    const { guess } = createBrake()
    for (let index = 0; index < 20; index++) await guess('a', 'S1', `${index}`)
    const flood = Array.from({ length: 400 }, (_, index) => guess('a', 'S1', `more ${index}`))
    const outcomes = await Promise.allSettled(flood)
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(200)
  })

  it('forgets failures after ten minutes', async () => {
    const { guess, waits, pass } = createBrake()
    for (let index = 0; index < 8; index++) await guess('a', 'S1', `${index}`)
    pass(600_001)
    waits.length = 0
    await guess('a', 'S1', 'late')
    expect(waits).toEqual([])
  })
})
