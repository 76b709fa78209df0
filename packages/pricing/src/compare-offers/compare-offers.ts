import { formatDay, localMidnightMs, parseDay } from '@ohmstead/network-fee/calendar/local-time'
import type { Bill } from '../bill-model.ts'
import type { PricingWorld } from '../pricing-world.ts'
import { prepareWorld } from '../world-lookup.ts'
import { worldUnder } from '../world-under.ts'
import { adviseOffer } from './advise-offer.ts'
import { draws } from './assess-offers.ts'
import { type BilledOffer, describeOffers } from './describe-offers.ts'
import { knownShareOf, laySpotOfYear, shiftDaysOf } from './market-years.ts'
import type { OfferCandidate, OfferComparison, OfferQuestion } from './offer-comparison.ts'
import { type BillOffer, createOfferBiller, decimalsOf, isDynamic, isUnread } from './price-offer.ts'

/**
 * What each list would have cost on the same readings, the cheapest first. Every figure of the period is that of the
 * list's bill; what is said of years to come is drawn from its months, for all lists alike.
 */
export function compareOffers(question: OfferQuestion): OfferComparison {
  const { candidates, todayKey, from, to, isNettedYearly = false } = question
  const billOffer = createOfferBiller(question)
  const markets = layMarketYears(question)
  const bills = candidates.map((candidate) => billOffer(candidate))
  const unread = findUnread(bills)
  const complete = markets.filter(({ isComplete }) => isComplete)
  const billed = candidates.map((candidate, place) =>
    withMarkets(candidate, bills[place]!, { unread, markets: complete, billOffer }),
  )
  const decimals = bills[0] ? decimalsOf(bills[0]) : 2
  const compared = describeOffers(billed, {
    ...{ todayKey, decimals, isNettedYearly },
    yearsBack: markets.map(({ yearsBack }) => yearsBack),
  })
  return {
    currency: bills[0]?.currency ?? 'EUR',
    ...{ from, to, draws },
    unreadMonths: [...unread].sort(),
    monthsKnown: compared.monthsKnown,
    hasEnoughMonths: compared.hasEnoughMonths,
    isYearExact: compared.isYearExact,
    marketYears: markets.map(({ world: _, ...year }) => year),
    offers: compared.offers,
    advice: adviseOffer({ ...compared, hasMarketYears: complete.length > 0 }, todayKey),
  }
}

/** Months in which nothing was read: whatever the list, since lists with feed-in need more readings. */
function findUnread(bills: readonly Bill[]): Set<string> {
  const months = bills.flatMap((bill) => bill.months)
  const read = new Set(months.filter((month) => !isUnread(month)).map(({ month }) => month))
  return new Set(months.map(({ month }) => month).filter((month) => !read.has(month)))
}

function withMarkets(
  candidate: OfferCandidate,
  bill: Bill,
  {
    unread,
    markets,
    billOffer,
  }: { unread: ReadonlySet<string>; markets: readonly LaidMarket[]; billOffer: BillOffer },
): BilledOffer {
  const readOf = ({ months }: Bill) => months.filter(({ month }) => !unread.has(month))
  const months = readOf(bill)
  return {
    candidate,
    bill,
    months,
    ofMarket: markets.map(({ yearsBack, world }) => ({
      yearsBack,
      months: isDynamic(candidate) ? readOf(billOffer(runAt(candidate, world), world)) : months,
    })),
  }
}

/** A battery that was run for other prices would make the offer look dear. */
const runAt = (candidate: OfferCandidate, world: PricingWorld): OfferCandidate =>
  candidate.energiesAt ? { ...candidate, energies: candidate.energiesAt(world) } : candidate

interface LaidMarket {
  yearsBack: number
  from: string
  to: string
  knownShare: number
  isComplete: boolean
  world: PricingWorld
}

/** Only years with every price: a dear hour that is missing would make an offer look cheap. */
function layMarketYears({ world, candidates, marketYears, from, to }: OfferQuestion): LaidMarket[] {
  const first = candidates[0]
  if (!first) return []
  const { zone } = prepareWorld(worldUnder(world, first.terms, first.countryCode))
  const span = {
    fromMs: localMidnightMs(from, zone),
    toMs: localMidnightMs(formatDay(parseDay(to) + 1), zone),
    zone,
  }
  return marketYears.map(({ yearsBack, spot }) => {
    const laid = Object.entries(spot).map(
      ([region, prices]) => [region, laySpotOfYear(prices, yearsBack, span)] as const,
    )
    const shares = laid.map(([, prices]) => knownShareOf(prices, span.fromMs, span.toMs))
    const knownShare = Math.min(1, ...shares)
    const shift = shiftDaysOf(yearsBack)
    return {
      ...{ yearsBack, knownShare, isComplete: laid.length > 0 && knownShare === 1 },
      from: formatDay(parseDay(from) - shift),
      to: formatDay(parseDay(to) - shift),
      world: { ...world, spot: { ...world.spot, ...Object.fromEntries(laid) } },
    }
  })
}
