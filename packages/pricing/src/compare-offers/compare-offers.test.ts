import { formatExact, parseExact, subtractExact } from '@ohmstead/domain/money/exact'
import type { EnergyPrice, PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bill } from '../bill.ts'
import { anyWorld } from '../testing/any-world.ts'
import { housePoint, makeEnergies, makeList, makeSpot, makeWorld, plainTerms } from '../testing/made-world.ts'
import { sumTexts } from '../testing/sum-texts.ts'
import { worldUnder } from '../world-under.ts'
import { compareOffers } from './compare-offers.ts'
import type { OfferCandidate, OfferComparison, OfferQuestion } from './offer-comparison.ts'

const published: Pick<PriceListTerms, 'network' | 'taxes'> = {
  network: { kind: 'published' },
  taxes: { published: true, rows: [] },
}
const flat = (t0: string): EnergyPrice => ({ kind: 'fixed', t0, t1: null, t2: null })
const market = (markup: string): EnergyPrice => ({
  ...{ kind: 'spot_market', region: 'SI', factor: '1.03', markup },
  ...{ floor: null, hourlyCap: '0.22', monthlyCap: null, substitute: null },
})
const offer = (key: string, buy: EnergyPrice, more: Partial<PriceListTerms> = {}): OfferCandidate => ({
  ...{ key, countryCode: 'SI', isTakeable: true },
  terms: { ...plainTerms, ...published, isMultiTariff: false, buy, ...more },
})
const fee = (amount: string) => ({ monthlyFees: [{ name: 'Fee', amount }] })

const spotOf = (seed: number) =>
  makeSpot(Date.parse('2025-04-01T00:00Z'), Date.parse('2026-07-02T00:00Z'), seed)
const house = makeWorld([makeList(published)], { point: housePoint(), spot: { SI: spotOf(5) } })
const year = { from: '2025-06-01', to: '2026-05-31' }
const readings = makeEnergies('2025-06-01', '2026-06-01', { hasExport: true })
const ask = (part: Partial<OfferQuestion>): OfferComparison =>
  compareOffers({
    ...{ world: house, energies: readings, ...year, todayKey: null, marketYears: [], candidates: [] },
    ...part,
  })
const of = ({ offers }: OfferComparison, key: string) => offers.find((one) => one.key === key)!

/** Two to five lists of one house, over three months of its readings. */
const anyOffers = fc.record({
  prices: fc.array(
    fc.record({
      price: fc.integer({ min: 400, max: 2500 }),
      fee: fc.integer({ min: 0, max: 900 }),
      kind: fc.constantFrom('flat', 'market', 'sells'),
    }),
    { minLength: 2, maxLength: 5 },
  ),
  seed: fc.integer({ min: 1, max: 500 }),
  gaps: fc.constantFrom(0, 0.02, 0.4),
})
const toCandidates = (prices: { price: number; fee: number; kind: string }[]): OfferCandidate[] =>
  prices.map(({ price, fee: cents, kind }, place) =>
    offer(`offer-${place}`, kind === 'market' ? market(String(price / 1e5)) : flat(String(price / 1e4)), {
      ...fee(String(cents / 100)),
      ...(kind === 'sells' ? { hasExportPrice: true, sell: flat('0.05') } : {}),
    }),
  )
const quarter = { from: '2025-11-01', to: '2026-01-31' }

describe('the figures of an offer', () => {
  test('are those of its bill, in any world', () => {
    fc.assert(
      fc.property(anyWorld, fc.integer({ min: 1, max: 999 }), ({ world, month, zone }, seed) => {
        const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
        const period = { from: `${month}-01`, to: `${month}-${days}` }
        const energies = makeEnergies(period.from, `${month}-28`, { seed, gaps: 0.1, hasExport: true, zone })
        const candidates = Object.values(world.priceLists).map(({ id, terms }) => ({
          ...{ key: String(id), terms, countryCode: 'SI', isTakeable: true },
        }))
        const { offers, currency } = compareOffers({
          ...{ world, energies, ...period, candidates, todayKey: null, marketYears: [] },
        })
        for (const { key, terms } of candidates) {
          const own = offers.find((one) => one.key === key)!
          const billed = bill(worldUnder(world, terms, 'SI'), energies, { ...period, currency })
          expect(own.payable).toBe(billed.totals.payable)
          expect(own.quality).toEqual(billed.quality)
          if (own.parts === null) continue
          const { feedIn, ...parts } = own.parts
          const rest = subtractExact(parseExact(sumTexts(Object.values(parts))), parseExact(feedIn))
          expect(Number(formatExact(rest))).toBe(Number(own.payable))
        }
      }),
      { numRuns: 40 },
    )
  })

  test('add up from month to month, and the cheapest named is the cheapest by its own bills', () => {
    fc.assert(
      fc.property(anyOffers, ({ prices, seed, gaps }) => {
        const energies = makeEnergies('2025-11-01', '2026-02-01', { seed, gaps, hasExport: true })
        const candidates = toCandidates(prices)
        const { offers } = ask({ energies, candidates, ...quarter })
        const bills = candidates.map(({ key, terms }) => {
          const { totals } = bill(worldUnder(house, terms, 'SI'), energies, quarter)
          return { key, payable: totals.payable! }
        })
        const least = Math.min(...bills.map(({ payable }) => Number(payable)))
        expect(Number(bills.find(({ key }) => key === offers[0]!.key)!.payable)).toBe(least)
        expect(offers.map(({ rank }) => rank)).toEqual(offers.map((_, place) => place + 1))
        for (const { key, payable, months } of offers) {
          expect(payable).toBe(bills.find((one) => one.key === key)!.payable)
          expect(Number(sumTexts(months.map((month) => month.payable)))).toBe(Number(payable))
        }
      }),
      { numRuns: 15 },
    )
  })

  test('of a whole year are those of twelve months, else an estimate of twelve', () => {
    const candidates = [offer('one', flat('0.1'), fee('2'))]
    const whole = ask({ candidates })
    expect([whole.isYearExact, whole.monthsKnown]).toEqual([true, 12])
    expect(of(whole, 'one').yearly).toBe(of(whole, 'one').payable)
    const winter = ask({ candidates, ...quarter })
    expect([winter.isYearExact, winter.monthsKnown]).toEqual([false, 3])
    expect(Number(of(winter, 'one').yearly)).toBeGreaterThan(3 * Number(of(winter, 'one').payable))
  })

  test('are of an exact year only where twelve different months are nearly complete', () => {
    const candidates = [offer('one', flat('0.1'), { ...fee('2'), network: { kind: 'none' } })]
    const exact = (from: string, to: string, gaps = 0) => {
      const energies = makeEnergies('2024-06-01', '2026-06-01', { gaps })
      return ask({ candidates, energies, from, to }).isYearExact
    }
    expect(exact('2024-12-01', '2025-11-30')).toBe(true)
    expect(exact('2024-12-01', '2025-11-30', 0.02)).toBe(true)
    expect(exact('2024-12-01', '2025-11-30', 0.1)).toBe(false)
    expect(exact('2024-12-01', '2025-12-31')).toBe(false)
    expect(exact('2024-06-01', '2026-05-31')).toBe(false)
    const energies = makeEnergies('2024-06-01', '2026-06-01')
    // Twelve months of which one comes twice, since another was not read.
    const shift = (Date.parse('2024-12-01T00:00+01:00') - energies.firstStartMs) / 900_000
    energies.importMilliWh.fill(Number.NaN, shift, shift + 31 * 96)
    const twice = ask({ candidates, energies, from: '2024-11-01', to: '2025-11-30' })
    expect([twice.unreadMonths, twice.monthsKnown, twice.isYearExact]).toEqual([['2024-12'], 11, false])
  })

  test('leave out months without a reading, and name them', () => {
    const energies = makeEnergies('2025-11-01', '2026-01-01')
    const { unreadMonths, offers } = ask({ energies, candidates: [offer('one', flat('0.1'))], ...quarter })
    expect(unreadMonths).toEqual(['2026-01'])
    expect(offers[0]!.months.map(({ month }) => month)).toEqual(['2025-11', '2025-12'])
    expect(offers[0]!.payable).not.toBeNull()
  })

  test('say that nothing was read', () => {
    const energies = makeEnergies('2024-11-01', '2024-12-01')
    const { offers, advice } = ask({ energies, candidates: [offer('one', flat('0.1'))], ...quarter })
    expect(offers[0]).toMatchObject({ rank: null, payable: null, missing: [{ kind: 'noReadings' }] })
    expect(advice).toEqual({ kind: 'none' })
  })

  test('are unknown where a market price is, and the offer has no rank', () => {
    const price = house.spot.SI!.price.slice().fill(Number.NaN, 20_000, 20_010)
    const world = { ...house, spot: { SI: { ...house.spot.SI!, price } } }
    const compared = ask({ world, candidates: [offer('market', market('0.01')), offer('flat', flat('0.3'))] })
    expect(of(compared, 'market')).toMatchObject({
      ...{ rank: null, payable: null, yearly: null, sureness: null },
      missing: [{ kind: 'noSpotPrice', region: 'SI' }],
    })
    expect(compared.advice).toEqual({ kind: 'cheapest', key: 'flat' })
  })
})

describe('what is advised', () => {
  test('is never worse than staying, by the bills and by the drawn years', () => {
    fc.assert(
      fc.property(anyOffers, fc.nat(4), ({ prices, seed, gaps }, place) => {
        const candidates = toCandidates(prices)
        const today = candidates[place % candidates.length]!.key
        const energies = makeEnergies('2025-11-01', '2026-02-01', { seed, gaps, hasExport: true })
        const compared = ask({ energies, candidates, todayKey: today, ...quarter })
        const { advice } = compared
        if (advice.kind === 'stay') return
        if (advice.kind !== 'switch') throw new Error('something is known')
        const advised = of(compared, advice.key)
        expect(Number(advised.payable)).toBeLessThan(Number(of(compared, today).payable))
        expect(Number(advised.yearly)).toBeLessThan(Number(of(compared, today).yearly))
        expect(Number(advised.sureness!.difference!.middle)).toBeLessThan(0)
        // Three months of one season say nothing about other years.
        expect([advice.isSure, advice.sureKey]).toEqual([false, null])
      }),
      { numRuns: 25 },
    )
  })

  test('is called sure only where it saves in nine drawn years of ten, of more than one market if one follows it', () => {
    fc.assert(
      fc.property(anyOffers, fc.nat(4), ({ prices, seed }, place) => {
        const candidates = toCandidates(prices)
        const today = candidates[place % candidates.length]!.key
        const energies = makeEnergies('2025-06-01', '2026-06-01', { seed, hasExport: true })
        const compared = ask({ energies, candidates, todayKey: today })
        const { advice } = compared
        if (advice.kind !== 'switch') return
        const high = (key: string) => Number(of(compared, key).sureness!.difference!.high)
        const isOneKind = of(compared, advice.key).isDynamic === of(compared, today).isDynamic
        expect(advice.isSure).toBe(isOneKind && high(advice.key) < 0)
        if (advice.sureKey !== null) expect(high(advice.sureKey)).toBeLessThan(0)
      }),
      { numRuns: 12 },
    )
  })

  test.each([
    ['2025-06-01', '2025-11-30', true],
    ['2025-07-01', '2025-11-30', false],
    ['2026-03-01', '2026-05-31', false],
    ['2025-11-01', '2026-04-30', true],
    ['2025-12-01', '2026-04-30', false],
  ])('is never sure after fewer than six months, or months of one season: %s to %s', (from, to, isSure) => {
    const candidates = [offer('today', flat('0.1')), offer('cheap', flat('0.05'))]
    const compared = ask({ candidates, todayKey: 'today', from, to })
    expect(compared.hasEnoughMonths).toBe(isSure)
    expect(compared.advice).toMatchObject({ kind: 'switch', key: 'cheap', isSure })
  })

  test('is never sure after six months of summer', () => {
    const candidates = [offer('today', flat('0.1')), offer('cheap', flat('0.05'))]
    const compared = ask({ candidates, todayKey: 'today', from: '2025-06-01', to: '2025-10-31' })
    const energies = makeEnergies('2025-04-01', '2025-11-01')
    const summer = ask({ candidates, energies, todayKey: 'today', from: '2025-04-01', to: '2025-10-31' })
    expect(compared.hasEnoughMonths).toBe(false)
    expect([summer.monthsKnown, summer.hasEnoughMonths]).toEqual([7, false])
  })

  test('is to stay where the rest is dearer, or not worth the trouble', () => {
    const candidates = [offer('today', flat('0.1'), fee('1')), offer('penny', flat('0.1'), fee('0.9'))]
    expect(ask({ candidates: [candidates[0]!], todayKey: 'today' }).advice).toEqual({ kind: 'stay' })
    expect(ask({ candidates, todayKey: 'today' }).advice).toEqual({ kind: 'stay' })
    const dear = [...candidates, offer('cheap', flat('0.05'))]
    expect(ask({ candidates: dear, todayKey: 'today' }).advice).toEqual({
      ...{ kind: 'switch', key: 'cheap', isSure: true, sureKey: 'cheap' },
    })
  })

  test('is never what cannot be taken, which sways nothing either', () => {
    const candidates = [offer('today', flat('0.1')), offer('other', flat('0.11'))]
    const before = ask({ candidates, todayKey: 'today' })
    const foreign = { ...offer('foreign', flat('0.01')), isTakeable: false }
    const after = ask({ candidates: [...candidates, foreign], todayKey: 'today' })
    expect(after.advice).toEqual({ kind: 'stay' })
    expect(of(after, 'foreign')).toMatchObject({ rank: null, sureness: null })
    expect(Number(of(after, 'foreign').difference)).toBeLessThan(0)
    expect(after.offers.slice(0, 2)).toEqual(before.offers)
  })

  test('is nothing where feed-in is set off over the year', () => {
    const candidates = [offer('today', flat('0.2')), offer('cheap', flat('0.1'))]
    const compared = ask({ candidates, todayKey: 'today', isNettedYearly: true })
    expect(compared.advice).toEqual({ kind: 'none' })
    expect(compared.offers.map(({ rank, sureness }) => [rank, sureness])).toEqual([
      [null, null],
      [null, null],
    ])
  })

  test('says if a switch may also cost more', () => {
    // Dear in winter, cheap in summer: which months come decides.
    const energies = makeEnergies('2025-06-01', '2026-06-01', { seed: 3 })
    energies.importMilliWh.forEach((_, place) => {
      if (place % 5000 < 2500) energies.importMilliWh[place]! *= 6
    })
    const usage = ask({ energies, candidates: [offer('flat', flat('0.1')), offer('none', flat('0'))] })
    const kwh = (Number(of(usage, 'flat').payable) - Number(of(usage, 'none').payable)) / 1.22 / 0.1
    const candidates = [
      offer('today', flat('0')),
      offer('risky', flat('-0.1'), fee(((kwh * 0.1 - 8) / 12).toFixed(4))),
    ]
    const { advice } = ask({ energies, candidates, todayKey: 'today' })
    expect(advice).toEqual({ kind: 'switch', key: 'risky', isSure: false, sureKey: null })
  })
})

describe('sureness', () => {
  const candidates = [offer('a', flat('0.1')), offer('b', flat('0.12')), offer('m', market('-0.04'))]

  test('counts in how many drawn years each is the cheapest', () => {
    const compared = ask({ candidates, todayKey: 'b' })
    const shares = candidates.map(({ key }) => of(compared, key).sureness!.cheapestShare)
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
    expect(of(compared, 'b').sureness).toMatchObject({
      difference: { low: '0.00', middle: '0.00', high: '0.00', savingShare: 0 },
      cheapestShare: 0,
    })
    expect(Number(of(compared, 'b').sureness!.regret.mean)).toBeGreaterThan(0)
  })

  test('is the same whenever it is asked', () => {
    expect(ask({ candidates, todayKey: 'b' })).toEqual(ask({ candidates, todayKey: 'b' }))
  })

  test('an energy of its own is billed for a list alone', () => {
    const half = {
      ...readings,
      importMilliWh: readings.importMilliWh.map((energy) => Math.round(energy / 2)),
    }
    const [a, b] = candidates as [OfferCandidate, OfferCandidate]
    const compared = ask({ candidates: [a, { ...b, energies: half }] })
    const alone = bill(worldUnder(house, b.terms, 'SI'), half, year)
    expect(of(compared, 'b').payable).toBe(alone.totals.payable)
    expect(of(compared, 'a').payable).toBe(
      bill(worldUnder(house, a.terms, 'SI'), readings, year).totals.payable,
    )
  })
})

describe('market prices of earlier years', () => {
  const candidates = [offer('flat', flat('0.12')), offer('market', market('0.01'))]
  const old = { ...spotOf(7), firstStartMs: Date.parse('2025-04-01T00:00Z') - 364 * 86_400_000 }

  test('price only what follows the market, and count in the drawn years', () => {
    const dear = { ...old, price: old.price.map((price) => price + 1.5e7) }
    const before = ask({ candidates, todayKey: 'flat' })
    const compared = ask({
      candidates,
      todayKey: 'flat',
      marketYears: [{ yearsBack: 1, spot: { SI: dear } }],
    })
    expect(compared.marketYears).toMatchObject([
      { yearsBack: 1, from: '2024-06-02', to: '2025-06-01', isComplete: true, knownShare: 1 },
    ])
    expect(of(compared, 'market').payable).toBe(of(before, 'market').payable)
    expect(of(compared, 'flat').marketYears).toEqual([])
    const [then] = of(compared, 'market').marketYears
    expect(Number(then!.payable)).toBeGreaterThan(Number(of(compared, 'market').payable))
    expect(of(compared, 'market').worstYear).toMatchObject({ yearsBack: 1 })
    const high = (one: OfferComparison) => Number(of(one, 'market').sureness!.difference!.high)
    expect(high(compared)).toBeGreaterThan(high(before))
  })

  test('of which some are not stored are named, and in no figure', () => {
    const price = old.price.slice().fill(Number.NaN, 9000, 9004)
    const compared = ask({ candidates, marketYears: [{ yearsBack: 1, spot: { SI: { ...old, price } } }] })
    expect(compared.marketYears[0]).toMatchObject({ isComplete: false })
    expect(of(compared, 'market')).toMatchObject({ rank: 1 + Number(of(compared, 'flat').rank === 1) })
    expect(of(compared, 'market').marketYears).toEqual([{ yearsBack: 1, payable: null }])
  })
})

test('two years of readings: the worst of them is the one with the greatest loss', () => {
  const energies = makeEnergies('2024-06-01', '2026-06-01')
  // Nobody was at home in the first year, so that fees made the difference.
  energies.importMilliWh.fill(0, 0, 35_040)
  const own: Partial<PriceListTerms> = { network: { kind: 'none' }, taxes: plainTerms.taxes }
  const candidates = [offer('fee', flat('0.08'), { ...own, ...fee('9') }), offer('energy', flat('0.3'), own)]
  const compared = ask({ energies, candidates, from: '2024-06-01', to: '2026-05-31' })
  expect(of(compared, 'fee').worstYear).toEqual({
    ...{ from: '2024-06-01', to: '2025-05-31', yearsBack: 0, regret: '108.00' },
  })
  expect(of(compared, 'energy').worstYear).toMatchObject({ from: '2025-06-01', to: '2026-05-31' })
})
