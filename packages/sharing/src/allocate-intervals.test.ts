import { formatDay } from '@ohmstead/network-fee/calendar/local-time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AllocatedMonth, allocateIntervals, intervalState, keyOn } from './allocate-intervals.ts'
import type { SharingMember } from './sharing-model.ts'
import { prepareMonth, type SharingMonth } from './sharing-month.ts'
import { multiplyDivide, splitWhole } from './split-whole.ts'
import { anyShape, makeGroup } from './testing/any-group.ts'
import { allocateNaively } from './testing/naive-allocation.ts'

const at = (rows: readonly Float64Array[], i: number) => rows.map((row) => row[i]!)
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

function worthOf({ rows }: SharingMonth, seed: number) {
  return rows.map((_, place) =>
    Float64Array.from({ length: 3000 }, (__, i) => ((i * 31 + place * 17 + seed) % 11) / 50),
  )
}

test('any group shares exactly what was given, whatever the key, the gaps and the clock', () => {
  fc.assert(
    fc.property(anyShape, (shape) => {
      const question = makeGroup(shape)
      const month = prepareMonth(question, shape.month)
      const worth = worthOf(month, shape.seed)
      const terms = { scheme: shape.scheme, keys: question.keys, worth }
      const shared = allocateIntervals(month, terms)
      for (let i = 0; i < month.grid.count; i++) checkInterval(month, shared, shape.scheme, i)
    }),
    { numRuns: 40 },
  )
})

function checkInterval(
  { rows }: SharingMonth,
  shared: AllocatedMonth,
  scheme: 'sharing' | 'selfSupply',
  i: number,
) {
  const [pooled, given] = [at(shared.pooledMilliWh, i), at(shared.givenMilliWh, i)]
  const [allotted, received] = [at(shared.allottedMilliWh, i), at(shared.receivedMilliWh, i)]
  for (const energy of [...pooled, ...given, ...allotted, ...received])
    if (!Number.isSafeInteger(energy) || energy < 0) throw new Error(`${energy} at ${i}`)
  if (shared.state[i] !== intervalState.settled) {
    expect(sum([...pooled, ...allotted, ...received, ...given])).toBe(0)
    return
  }
  expect(sum(given)).toBe(scheme === 'sharing' ? sum(allotted) : sum(received))
  expect(sum(allotted)).toBeLessThanOrEqual(sum(pooled))
  rows.forEach(({ importMilliWh, feedInMilliWh, from, to }, place) => {
    const isIn = i >= from && i < to
    if (!isIn) expect(pooled[place]! + allotted[place]!).toBe(0)
    if (given[place]! > pooled[place]! || received[place]! > allotted[place]!) throw new Error(`at ${i}`)
    // Nobody imports shared energy and exports in one quarter-hour, or gives what was not fed in.
    if (received[place]! > 0)
      expect(received[place]! + (feedInMilliWh?.[i] ?? 0)).toBeLessThanOrEqual(importMilliWh[i]!)
    if (pooled[place]! > 0) expect(pooled[place]!).toBeLessThanOrEqual(feedInMilliWh![i]!)
  })
}

test('every quarter-hour is that of working it out by itself', () => {
  fc.assert(
    fc.property(anyShape, (shape) => {
      const question = makeGroup(shape)
      const month = prepareMonth(question, shape.month)
      const worth = worthOf(month, shape.seed)
      const shared = allocateIntervals(month, { scheme: shape.scheme, keys: question.keys, worth })
      for (let i = 0; i < month.grid.count; i += 1 + (shape.seed % 5)) {
        const naive = allocateNaively(question, month.grid.firstStartMs + i * 900_000, (id) => {
          return worth[month.rows.findIndex(({ member }) => member.id === id)]![i]!
        })
        month.rows.forEach(({ member: { id } }, place) => {
          const own = naive?.get(id) ?? { given: 0n, allotted: 0n, received: 0n }
          const found = [shared.givenMilliWh, shared.allottedMilliWh, shared.receivedMilliWh]
          expect(found.map((rows) => BigInt(rows[place]![i]!))).toEqual([
            own.given,
            own.allotted,
            own.received,
          ])
        })
      }
    }),
    { numRuns: 25 },
  )
})

test('days have 92, 96 and 100 quarter-hours', () => {
  const lengths = ['2026-03', '2025-10'].map((month) => {
    const { grid } = prepareMonth(makeGroup({ ...shapeOf, month }), month)
    return [...Map.groupBy([...grid.day], formatDay)].map(([, places]) => places.length)
  })
  expect(lengths.map((days) => [...new Set(days)].sort())).toEqual([
    [92, 96],
    [100, 96],
  ])
})

const shapeOf = {
  ...{ seed: 3, scheme: 'sharing' as const, members: 4, month: '2026-06', gaps: 0, isMoving: false },
  price: { kind: 'free' as const },
}

describe('a quarter-hour', () => {
  const byUse = [{ validFrom: '2020-01-01', key: { kind: 'byUse' as const } }]
  const pair = { ...makeGroup({ ...shapeOf, members: 2 }), keys: byUse }
  const [sender, receiver] = pair.members as [SharingMember, SharingMember]
  const share = (members: readonly SharingMember[]) => {
    const month = prepareMonth({ ...pair, members }, '2026-06')
    const places = (id: string) => month.rows.findIndex(({ member }) => member.id === id)
    return { places, shared: allocateIntervals(month, { scheme: 'sharing', keys: byUse }) }
  }
  const dayAt = (day: number) => (day - 1) * 96

  test('rests on an estimate of whoever sends or receives in it', () => {
    for (const one of [sender, receiver]) {
      const isEstimated = one.energies.isEstimated.with(1000, 1)
      const changed = { ...one, energies: { ...one.energies, isEstimated } }
      const { shared } = share(pair.members.map((member) => (member === one ? changed : member)))
      expect([...shared.restsOnEstimated].flatMap((is, i) => (is ? [i] : []))).toEqual([1000])
    }
  })

  test('is not shared, and never unsettled, without somebody who sends and somebody who receives', () => {
    const gone = new Float64Array(sender.energies.importMilliWh.length).fill(Number.NaN)
    const last = { validTo: '2026-06-10' }
    const unread = (member: SharingMember) => ({
      ...member,
      energies: { ...member.energies, importMilliWh: gone, exportMilliWh: gone },
    })
    for (const members of [
      [{ ...sender, ...last }, unread(receiver)],
      [unread(sender), { ...receiver, ...last }],
    ]) {
      const { state } = share(members).shared
      expect(state.slice(0, dayAt(11)).every((one) => one === intervalState.unsettled)).toBe(true)
      expect(state.slice(dayAt(11)).every((one) => one === intervalState.notShared)).toBe(true)
    }
  })

  test('in which nobody needs anything is allotted in equal parts to those who take part', () => {
    const importMilliWh = receiver.energies.importMilliWh.map(() => 0)
    const idle = { ...receiver, energies: { ...receiver.energies, importMilliWh, exportMilliWh: null } }
    const { shared, places } = share([
      sender,
      idle,
      { ...idle, id: 'other' },
      { ...idle, id: 'left', validTo: '2026-06-10' },
    ])
    const noon = dayAt(15) + 50
    const [pool, first, other, left] = [
      shared.pooledMilliWh[places(sender.id)]![noon]!,
      ...[receiver.id, 'other', 'left'].map((id) => shared.allottedMilliWh[places(id)]![noon]!),
    ] as [number, number, number, number]
    expect(pool).toBeGreaterThan(0)
    expect(left).toBe(0)
    expect(first + other).toBe(pool)
    expect(Math.abs(first - other)).toBeLessThanOrEqual(1)
  })

  test('whose worth is unknown to somebody goes to the others first', () => {
    const importMilliWh = receiver.energies.importMilliWh.map(() => 1e9)
    const thirsty = { ...receiver, energies: { ...receiver.energies, importMilliWh, exportMilliWh: null } }
    const keys = [{ validFrom: '2020-01-01', key: { kind: 'optimal' as const } }]
    const members = [sender, { ...thirsty, id: 'a' }, { ...thirsty, id: 'b' }]
    const month = prepareMonth({ ...pair, keys, members }, '2026-06')
    const worthOf = { a: Number.NaN, b: -0.02 } as Record<string, number>
    const worth = month.rows.map(({ member }) =>
      new Float64Array(month.grid.count).fill(worthOf[member.id] ?? Number.NaN),
    )
    const shared = allocateIntervals(month, { scheme: 'sharing', keys, worth })
    const placeOf = (id: string) => month.rows.findIndex(({ member }) => member.id === id)
    expect(sum([...shared.receivedMilliWh[placeOf('a')]!])).toBe(0)
    expect(sum([...shared.receivedMilliWh[placeOf('b')]!])).toBeGreaterThan(0)
  })
})

describe('a split', () => {
  test('adds up, is fair to less than one unit, and never exceeds a weight that is enough', () => {
    const weights = fc.array(fc.nat({ max: 3_000_000_000 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(weights, fc.maxSafeInteger(), (own, any) => {
        const whole = any % 1e13
        const all = sum(own)
        const parts = new Float64Array(own.length)
        splitWhole(whole, Float64Array.from(own), parts)
        expect(sum([...parts])).toBe(all === 0 ? 0 : whole)
        own.forEach((weight, place) => {
          if (weight === 0) expect(parts[place]).toBe(0)
          else if (all > 0) {
            const low = (BigInt(whole) * BigInt(weight)) / BigInt(all)
            const part = BigInt(parts[place]!)
            expect(part - low >= (whole < 0 ? -1n : 0n) && part - low <= (whole < 0 ? 0n : 1n)).toBe(true)
            if (whole >= 0 && whole <= all) expect(parts[place]!).toBeLessThanOrEqual(weight)
          }
        })
      }),
    )
  })

  test('divides products beyond binary numbers exactly', () => {
    const large = fc.nat({ max: 2 ** 31 - 1 })
    fc.assert(
      fc.property(large, large, large, (a, one, other) => {
        // The quotient itself is a whole number that fits.
        const [b, divisor] = [Math.min(one, other), Math.max(one, other, 1)]
        const quotient = multiplyDivide(a * 1000, b, divisor)
        expect(BigInt(quotient)).toBe((BigInt(a) * 1000n * BigInt(b)) / BigInt(divisor))
      }),
    )
  })
})

describe('groups that break a rule are refused', () => {
  const question = makeGroup(shapeOf)
  const refuse = (changed: typeof question) => () => {
    const month = prepareMonth(changed, '2026-06')
    allocateIntervals(month, { scheme: changed.group.scheme, keys: changed.keys })
  }
  test('who is netted by the year does not receive', () => {
    const members = question.members.map((member) => ({ ...member, netting: 'yearly' as const }))
    expect(refuse({ ...question, members })).toThrow('yearly_netting_receives')
  })
  test('a plant of its own is of self-supply', () => {
    const members = question.members.map((member) => ({ ...member, role: 'producer' as const }))
    expect(refuse({ ...question, members })).toThrow('role_not_of_scheme')
  })
  test('shares sum to exactly 1', () => {
    const [first] = question.members.filter(({ role }) => role === 'receiver')
    const keys = [
      { validFrom: '2020-01-01', key: { kind: 'static' as const, shares: { [first!.id]: '0.999999' } } },
    ]
    expect(refuse({ ...question, keys })).toThrow('shares_do_not_sum')
  })
  test('a share is a decimal from 0 to 1', () => {
    for (const sharedShare of ['1.1', '-0.1', '0.1234567', '', '1e-1', '.5']) {
      const members = question.members.map((member) => ({ ...member, sharedShare }))
      expect(refuse({ ...question, members })).toThrow('number_invalid')
    }
  })
  test('a month has a year and a month', () => {
    for (const month of ['2026-13', '2026-6', '', '2026-06-01'])
      expect(() => prepareMonth(question, month)).toThrow('month_invalid')
  })
})

test('the key of a day is the last that has begun', () => {
  const keys = [
    { validFrom: '2026-02-01', key: { kind: 'byUse' as const } },
    { validFrom: '2026-01-01', key: { kind: 'optimal' as const } },
  ]
  expect(keyOn(keys, '2025-12-31')).toBeNull()
  expect(keyOn(keys, '2026-01-31')?.kind).toBe('optimal')
  expect(keyOn(keys, '2026-02-01')?.kind).toBe('byUse')
})
