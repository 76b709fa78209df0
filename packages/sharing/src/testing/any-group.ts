import type { PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import {
  type CommunityCase,
  isReceiving,
  type MemberRole,
  type SharePrice,
  type SharingKey,
  type SharingScheme,
} from '@ohmstead/domain/sharing/sharing-terms'
import { formatDay, localMidnightMs, parseDay } from '@ohmstead/network-fee/calendar/local-time'
import { firstDayAfter } from '@ohmstead/network-fee/calendar/month-key'
import { randomSequence } from '@ohmstead/network-fee/optimum/random-sequence'
import { milliWhPerKw, type QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { housePoint, makeList, makeSpot, makeWorld } from '@ohmstead/pricing/testing/made-world'
import fc from 'fast-check'
import type { SharingMember, SharingQuestion } from '../sharing-model.ts'

// Random groups for tests: any roles, keys, gaps, days of joining and leaving, in months with changes of the clock.

export const testMonths = ['2026-03', '2025-10', '2026-06', '2026-02']

/** How a group is made; all chance comes from `seed`. */
export interface GroupShape {
  seed: number
  scheme: SharingScheme
  members: number
  month: string
  months?: number
  gaps: number
  /** Members join, leave and change keys within the month. */
  isMoving: boolean
  price: SharePrice
}

export const anyShape: fc.Arbitrary<GroupShape> = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  scheme: fc.constantFrom<SharingScheme>('sharing', 'selfSupply'),
  members: fc.integer({ min: 2, max: 6 }),
  month: fc.constantFrom(...testMonths),
  gaps: fc.constantFrom(0, 0, 0.002, 0.05),
  isMoving: fc.boolean(),
  price: fc.constantFrom<SharePrice>(
    { kind: 'free' },
    { kind: 'fixed', perKwh: '0.073' },
    { kind: 'middle' },
    { kind: 'spotCapped', perKwh: '0.0812' },
  ),
})

/** The first day after `count` months from one. */
export function monthAfter(month: string, count: number): string {
  let day = `${month}-01`
  for (let i = 0; i < count; i++) day = firstDayAfter(Number(day.slice(0, 4)), Number(day.slice(5, 7)))
  return day
}

/** The group of a shape: the same shape makes the same group. */
export function makeGroup(shape: GroupShape): SharingQuestion {
  const { seed, scheme, month, months = 1, isMoving, price } = shape
  const random = randomSequence(seed)
  const endDay = monthAfter(month, months)
  const members = Array.from({ length: shape.members }, (_, place) =>
    makeMember(place, shape, endDay, random),
  )
  const receivers = members.filter(isReceiving).map(({ id }) => id)
  const dayOf = () => formatDay(parseDay(`${month}-01`) + Math.floor(random() * 28))
  const keys = [{ validFrom: '2020-01-01', key: makeKey(receivers, random) }]
  if (isMoving) keys.push({ validFrom: dayOf(), key: makeKey(receivers, random) })
  const [fromMs, toMs] = [localMidnightMs(`${month}-01`), localMidnightMs(endDay)]
  return {
    group: {
      scheme,
      countryCode: 'SI',
      organiser: {
        ...{ name: 'Organiser', senderFeePerMonth: '0.4', receiverFeePerMonth: '0.19' },
        ...{ ownCustomersOnly: false, source: 'made', validFrom: '2025-01-01' },
      },
      priceTerms: price,
      communityCase: scheme === 'selfSupply' ? (((seed % 10) + 1) as CommunityCase) : null,
      validFrom: '2020-01-01',
    },
    keys,
    members,
    market: makeSpot(fromMs, toMs, seed),
  }
}

function makeMember(place: number, shape: GroupShape, endDay: string, random: () => number): SharingMember {
  const { scheme, month, isMoving, seed } = shape
  const role = roleOf(place, scheme, random)
  const first = parseDay(`${month}-01`)
  const joins = isMoving && random() < 0.3 ? first + Math.floor(random() * 25) : first - 400
  const leaves = isMoving && random() < 0.3 ? joins + 500 * Number(joins < first) - 90 : null
  const netting = role === 'sender' && random() < 0.3 ? 'yearly' : random() < 0.6 ? 'new' : 'none'
  const share = role === 'receiver' ? '0' : ['1', '0.5', '0.333333', '0.8'][Math.floor(random() * 4)]!
  return {
    // Not in the order of their ids.
    id: `m${(place * 7 + seed) % 97}-${place}`,
    role,
    sharedShare: role === 'producer' ? '1' : share,
    validFrom: formatDay(joins),
    validTo: leaves === null ? null : formatDay(leaves),
    netting,
    world: makeWorld([makeList(makeTerms(random))], {
      point: housePoint(),
      spot: { SI: makeSpot(localMidnightMs(`${month}-01`), localMidnightMs(endDay), seed) },
    }),
    energies: makeMemberEnergies(`${month}-01`, endDay, role, shape.gaps, random),
  }
}

function roleOf(place: number, scheme: SharingScheme, random: () => number): MemberRole {
  if (scheme === 'selfSupply') return place === 0 || (place > 1 && random() < 0.2) ? 'producer' : 'receiver'
  if (place === 0) return 'sender'
  return (['receiver', 'receiver', 'both', 'sender'] as const)[place === 1 ? 0 : Math.floor(random() * 4)]!
}

/** Static shares in millionths, some of them zero. */
function makeKey(receivers: readonly string[], random: () => number): SharingKey {
  const kind = random()
  if (kind < 0.25) return { kind: 'byUse' }
  if (kind < 0.5) return { kind: 'optimal' }
  let rest = 1_000_000
  const shares = receivers.map((id, place) => {
    const isLast = place === receivers.length - 1
    const digits = isLast ? rest : random() < 0.2 ? 0 : Math.floor(rest * random())
    rest -= digits
    return [id, digits === 1_000_000 ? '1' : `0.${String(digits).padStart(6, '0')}`] as const
  })
  return { kind: 'static', shares: Object.fromEntries(shares) }
}

function makeTerms(random: () => number): Partial<PriceListTerms> {
  const price = (most: number) => String(Math.round(random() * most * 1e5) / 1e5)
  const spot = {
    ...{ kind: 'spot_market' as const, region: 'SI', factor: '1.03', markup: '0.012' },
    ...{ floor: null, hourlyCap: null, monthlyCap: null, substitute: null },
  }
  const sell = random() < 0.3 ? { ...spot, factor: '0.8', markup: '0' } : undefined
  return {
    buy:
      random() < 0.3
        ? spot
        : {
            kind: 'fixed',
            t0: null,
            t1: String(0.1 + Number(price(0.06))),
            t2: String(0.08 + Number(price(0.04))),
          },
    hasExportPrice: random() < 0.8,
    sell: sell ?? { kind: 'fixed', t0: price(0.05), t1: null, t2: null },
    buyFeePerKwh: random() < 0.3 ? '0.002' : '0',
    monthlyFees: [{ name: 'Account', amount: '1.99' }],
    network: { kind: 'published' },
    taxes: { published: true, rows: [] },
  }
}

/** Nights, mornings and evenings; feed-in at noon of whoever sends, and of some others. */
function makeMemberEnergies(
  fromDay: string,
  endDay: string,
  role: MemberRole,
  gaps: number,
  random: () => number,
): QuarterHourSeries {
  const firstStartMs = localMidnightMs(fromDay)
  const count = Math.round((localMidnightMs(endDay) - firstStartMs) / 900_000)
  const producesKw = role === 'receiver' ? (random() < 0.3 ? 1 : 0) : 2 + random() * 6
  const usesKw = role === 'producer' ? 0.02 : 0.3 + random() * 2
  const isRead = producesKw > 0 || random() < 0.5
  const importMilliWh = new Float64Array(count)
  const exportMilliWh = new Float64Array(count)
  const isEstimated = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    const sun = Math.max(0, Math.sin((((i % 96) - 26) / 46) * Math.PI)) * random()
    const net = usesKw * random() - producesKw * sun
    const both = random() < 0.1 ? random() * 0.2 : 0
    importMilliWh[i] = random() < gaps ? Number.NaN : Math.round((Math.max(0, net) + both) * milliWhPerKw)
    exportMilliWh[i] = random() < gaps ? Number.NaN : Math.round((Math.max(0, -net) + both) * milliWhPerKw)
    isEstimated[i] = Number(gaps > 0 && random() < 0.01)
  }
  return { firstStartMs, importMilliWh, exportMilliWh: isRead ? exportMilliWh : null, isEstimated }
}
