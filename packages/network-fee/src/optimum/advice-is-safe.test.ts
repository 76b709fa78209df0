import { expect, test } from 'vitest'
import { buildFeeContext } from '../calculate-network-fee.ts'
import { buildPeriodProfile } from '../period-profile.ts'
import { findPowerProblems } from '../powers/agreed-power.ts'
import { findMonthPowers } from '../powers/month-powers.ts'
import { publishedRates } from '../rates/published-rates.ts'
import { type MadePoint, makePoints, registersPerLoad } from '../testing/made-points.ts'
import { describeAdvice } from '../wire/describe-advice.ts'
import { adviseForYear } from './advise-point.ts'
import { buildComingYear, type ComingYear, weighToYear } from './coming-year.ts'
import { costOfKept, findKeptPowers } from './compare-agreed-powers.ts'
import { chooseStepPowers } from './optimise-agreed-power.ts'
import { buildPowerMonths, costOfMonth, type PowerMonth, sumBlocks } from './power-month.ts'
import { randomSequence } from './random-sequence.ts'

// Advice on points of many kinds, judged by years that it was not derived from.

const loads = 720
const points = loads * registersPerLoad
const yearsDrawn = 20

interface Judged {
  changes: number
  judgedChanges: number
  losingChanges: number
  insideRange: number
  ranges: number
  regret: number[]
  withoutData: number
}

function judge(seed: number, { point, gaps, adviceFrom }: MadePoint, year: ComingYear, sum: Judged): void {
  const options = { levies: seed % 2 === 0, vat: seed % 3 === 0 }
  const context = buildFeeContext({ point, energyPrices: null, options })
  const agreed = adviseForYear(year, context, { resamples: 40 })
  const { advice, comparison, answer, limits, data } = agreed
  const where = `point ${seed}`
  if (gaps === 'winterAndMarch' || gaps === 'summerOnly') expect(data.isEnough, where).toBe(false)
  if (!data.isEnough) {
    sum.withoutData += 1
    expect([advice, answer, comparison], where).toEqual([null, null, null])
    expect(data.possibleFrom! >= adviceFrom, where).toBe(true)
    return
  }
  if (agreed.unavailable) {
    // No rule gives a large connection its minimum: without the register no power can be permitted.
    expect([agreed.unavailable, point.agreedPowers, advice], where).toEqual(['limitsUnknown', null, null])
    return
  }
  const find = (name: string) => comparison!.choices.find((choice) => choice.name === name)
  const [current, optimum] = [find('current'), find('optimised')!]
  expect(findPowerProblems(answer!.powersKw, limits), where).toEqual([])
  const said = describeAdvice(agreed, speech)
  if (!current) {
    expect([advice!.kind, advice!.savingEur], where).toEqual(['inUseUnknown', null])
    return
  }
  const { bootstrap } = agreed.assessment!
  if (advice!.kind === 'change') {
    sum.changes += 1
    // Page, documents and list show this figure: the difference between the two choices beside it.
    expect(advice!.savingEur, where).toBeCloseTo(current.costEur - optimum.costEur, 9)
    expect(said.figure, where).toMatchObject({ amountEur: advice!.savingEur })
    expect(advice!.powersKw, where).toEqual(answer!.powersKw)
    if (bootstrap) {
      sum.ranges += 1
      const { p10, p90 } = bootstrap.savingEur!
      if (advice!.savingEur! >= p10 && advice!.savingEur! <= p90) sum.insideRange += 1
      expect(p10, where).toBeGreaterThan(0)
    }
  } else {
    expect([advice!.kind, advice!.savingEur], where).toEqual(['keep', null])
    expect(advice!.powersKw, where).toEqual(current.powersKw)
    if (advice!.reason === 'cheapest') expect(current.costEur - optimum.costEur, where).toBeLessThan(1.005)
  }
  // Every fifth point is judged by its own years: choosing with hindsight for each takes most of the time.
  if (seed % 5 === 0) judgeByOtherYears()

  function judgeByOtherYears() {
    const { profile: coming } = year
    const { levies, vat } = context.options
    const prices = { includesSupportLevy: levies, includesVat: vat, includesEstimated: false, floorKw: 0 }
    const { months } = buildPowerMonths(coming, context, prices)
    const kept = findKeptPowers(coming, (load) => findMonthPowers(load, context))!
    const isChange = advice!.kind === 'change'
    const costOf = (months: PowerMonth[], kw: readonly number[], level = 1) =>
      total(months, (month) => {
        const { agreedEur, excessEur } = costOfMonth(month, kw, level)
        return agreedEur + excessEur
      })
    const keptCost = (months: PowerMonth[], level = 1) =>
      total(months, (month) => {
        const { agreedEur, chargedEur } = costOfKept(month, kept.get(month.month.key)!, level)
        return agreedEur + chargedEur
      })
    const permitted = { minimumPowerKw: limits.minimumPowerKw!, connectionPowerKw: limits.connectionPowerKw! }
    const years = [{ months: weighToYear(months), level: 1 }, ...drawYears(months, seed)]
    if (isChange) {
      sum.judgedChanges += 1
      const saved = years.map(
        (one) => keptCost(one.months, one.level) - costOf(one.months, advice!.powersKw!, one.level),
      )
      if (saved.reduce((all, eur) => all + eur, 0) / years.length < -1) sum.losingChanges += 1
    }
    const all = years.flatMap((one) => one.months)
    const keptEur = keptCost(all)
    const ownEur = isChange ? costOf(all, advice!.powersKw!) : keptEur
    const bestEur = Math.min(keptEur, costOf(all, chooseStepPowers(sumBlocks(all), permitted)))
    sum.regret.push(bestEur > 0 ? (ownEur - bestEur) / bestEur : 0)
  }
}

const speech = {
  t: (key: string) => key,
  euro: String,
  kw: String,
  day: (day: string) => day,
  month: String,
  list: (parts: readonly string[]) => parts.join(),
}

const total = (months: PowerMonth[], of: (month: PowerMonth) => number) =>
  months.reduce((sum, month) => sum + of(month), 0)

/** Years of the same kind: a month as it was or as one beside it in the season, with somewhat less or more load in all. */
function drawYears(months: PowerMonth[], seed: number): { months: PowerMonth[]; level: number }[] {
  const random = randomSequence(seed + 1_000_003)
  const place = ({ month }: PowerMonth) => (month.month + 9) % 12
  const draw = (at: number) => {
    const beside = at + [-1, 0, 0, 1][Math.floor(random() * 4)]!
    // Of these twelve the first eight are the low season, from March on.
    const wanted = beside >= 0 && beside < 12 && beside < 8 === at < 8 ? beside : at
    const ofMonth = months.filter((month) => place(month) === wanted)
    const ofSeason = months.filter((month) => place(month) < 8 === at < 8)
    const from = ofMonth.length > 0 ? ofMonth : ofSeason
    return from[Math.floor(random() * from.length)]!
  }
  return Array.from({ length: yearsDrawn }, () => ({
    level: 0.92 + 0.16 * random(),
    months: Array.from({ length: 12 }, (_, at) => draw(at)),
  }))
}

const sum: Judged = {
  ...{ changes: 0, judgedChanges: 0, losingChanges: 0, insideRange: 0, ranges: 0, withoutData: 0 },
  regret: [],
}

// In parts, so that a busy machine does not hit a time limit.
const parts = 10
test.each(Array.from({ length: parts }, (_, part) => part))(
  'advice never contradicts itself and is permitted, part %i of the points',
  (part) => {
    const size = loads / parts
    for (let load = part * size; load < (part + 1) * size; load++) {
      const made = makePoints(load)
      const profile = buildPeriodProfile(made[0]!.series)
      const year = buildComingYear(profile, publishedRates, made[0]!.adviceFrom)
      for (const [place, point] of made.entries()) judge(load * registersPerLoad + place, point, year, sum)
    }
  },
)

test(`advice is safe to follow on ${points} points of many kinds`, () => {
  // Every kind of answer occurs.
  expect(sum.withoutData).toBeGreaterThan(points / 10)
  expect(sum.changes).toBeGreaterThan(points / 10)
  expect(sum.losingChanges / sum.judgedChanges).toBeLessThan(0.01)
  expect(sum.insideRange / sum.ranges).toBeGreaterThan(0.75)
  const regret = sum.regret.reduce((all, one) => all + one, 0) / sum.regret.length
  expect(regret).toBeLessThan(0.022)
})
