import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createTurns, createTurnsOfEach } from './turns.ts'

describe('turns', () => {
  it('run a limited number at once, in order of arrival, also if one fails', async () => {
    const takeTurn = createTurns(2)
    const begun: number[] = []
    let atWork = 0
    let most = 0
    const work = (number: number) => async () => {
      begun.push(number)
      most = Math.max(most, ++atWork)
      await setImmediate()
      atWork--
      if (number % 2 === 0) throw new Error('refused')
      return number
    }
    const outcomes = await Promise.allSettled([0, 1, 2, 3, 4].map((number) => takeTurn(work(number))))
    expect(begun).toEqual([0, 1, 2, 3, 4])
    expect(most).toBe(2)
    expect(outcomes.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
    ])
    for (const number of [5, 7, 9]) {
      expect(await takeTurn(work(number))).toBe(number)
      await setImmediate()
    }
  })

  it('yield to other work between two that wait for nothing', async () => {
    const takeTurn = createTurns(1)
    let done = 0
    const all = Promise.all(
      Array.from({ length: 100 }, () =>
        takeTurn(async () => {
          done++
        }),
      ),
    )
    await setImmediate()
    expect(done).toBeLessThan(10)
    await all
    expect(done).toBe(100)
  })
})

describe('turns of each', () => {
  it("let nobody wait for another person's requests", async () => {
    const takeTurn = createTurnsOfEach(2)
    const open = Promise.withResolvers<void>()
    const begun: string[] = []
    const ask = (asker: string) =>
      takeTurn(asker, async () => {
        begun.push(asker)
        await open.promise
      })
    const all = ['many', 'many', 'many', 'many', 'one'].map(ask)
    await setImmediate()
    expect(begun).toEqual(['many', 'many', 'one'])
    open.resolve()
    await Promise.all(all)
    expect(begun).toEqual(['many', 'many', 'one', 'many', 'many'])
    expect(await takeTurn('many', async () => 'again')).toBe('again')
  })
})
