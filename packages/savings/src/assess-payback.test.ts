import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assessPayback, type MonthSaved } from './assess-payback.ts'

const lastMonth = '2026-06'
const monthsBack = (count: number, saved: (back: number) => number): MonthSaved[] =>
  Array.from({ length: count }, (_, place) => {
    const back = count - 1 - place
    return {
      month: Temporal.PlainYearMonth.from(lastMonth).subtract({ months: back }).toString(),
      saved: saved(back),
      share: 1,
    }
  })
const question = { today: '2026-07-15', lifeEnds: '2045-07-15', fadePerYear: 0, lastMonth }

describe('a payback', () => {
  it('is reached once nothing is open', () => {
    expect(assessPayback({ ...question, openAmount: 0, months: [] })).toEqual({
      ...{ verdict: 'reached', early: null, late: null },
    })
  })

  it('is told from twelve known months on, not from fewer and not over a gap', () => {
    const twelve = monthsBack(12, () => 50)
    expect(assessPayback({ ...question, openAmount: 1200, months: twelve })).toEqual({
      ...{ verdict: 'sure', early: '2028-07-15', late: '2028-07-15' },
    })
    for (const months of [twelve.slice(1), twelve.filter(({ month }) => month !== '2026-01'), []])
      expect(assessPayback({ ...question, openAmount: 1200, months }).verdict).toBe('tooEarly')
  })

  it('counts a month that was compared in part as a whole one, and only the last two years', () => {
    const ask = (months: MonthSaved[]) => assessPayback({ ...question, openAmount: 1200, months })
    const whole = ask(monthsBack(12, () => 50))
    expect(ask(monthsBack(12, () => 25).map((month) => ({ ...month, share: 0.5 })))).toEqual(whole)
    expect(ask(monthsBack(36, (back) => (back < 24 ? 50 : 500)))).toEqual(whole)
    expect(ask(monthsBack(24, (back) => (back < 23 ? 50 : 500))).early! < whole.early!).toBe(true)
  })

  it('comes later, or never, the faster what was bought ages', () => {
    const months = monthsBack(12, () => 50)
    const ask = (fadePerYear: number) => assessPayback({ ...question, openAmount: 6000, fadePerYear, months })
    expect(ask(0)).toMatchObject({ verdict: 'sure', late: '2036-07-15' })
    expect(ask(0.02).late! > '2037-01-01').toBe(true)
    expect(ask(0.2).verdict).toBe('never')
  })

  it('is not reached where what is saved is too little or negative, and says so', () => {
    for (const saved of [1, 0, -5])
      expect(assessPayback({ ...question, openAmount: 5000, months: monthsBack(12, () => saved) })).toEqual({
        ...{ verdict: 'never', early: null, late: null },
      })
  })

  it('counts whole years of life, however many of them are leap years', () => {
    const asked = { ...question, months: monthsBack(12, () => 50), lifeEnds: '2027-07-15', openAmount: 600 }
    expect(assessPayback({ ...asked, today: '2026-07-15' })).toEqual({
      ...{ verdict: 'sure', early: '2027-07-15', late: '2027-07-15' },
    })
    expect(assessPayback({ ...asked, today: '2026-07-16' }).verdict).toBe('never')
  })

  it('is open where only good years reach it', () => {
    const months = monthsBack(24, (back) => (back % 2 === 0 ? 40 : 10))
    expect(assessPayback({ ...question, openAmount: 19 * 300, months }).verdict).toBe('maybe')
  })

  it('is never promised earlier for more money, less life or more ageing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -20, max: 120 }), { minLength: 12, maxLength: 24 }),
        fc.integer({ min: 1, max: 20_000 }),
        (values, openAmount) => {
          const months = monthsBack(values.length, (back) => values[back]!)
          const found = assessPayback({ ...question, openAmount, months })
          if (found.early && found.late) expect(found.early <= found.late).toBe(true)
          if (found.late) expect(found.late <= question.lifeEnds).toBe(true)
          for (const worse of [
            { openAmount: openAmount + 500 },
            { fadePerYear: 0.02 },
            { lifeEnds: '2030-07-15' },
          ]) {
            const other = assessPayback({ ...question, openAmount, months, ...worse })
            if (other.late) expect(found.late! <= other.late).toBe(true)
            if (other.early) expect(found.early! <= other.early).toBe(true)
          }
        },
      ),
    )
  })
})
