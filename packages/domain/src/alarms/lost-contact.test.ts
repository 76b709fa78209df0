import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { connectionLostAfterMs } from './alarm-rules.ts'
import { judgeContact, type OpenIncident, returnGraceMs } from './lost-contact.ts'

const minute = 60_000
const start = Date.UTC(2026, 5, 1, 12)

/** Controllers that go and come by a plan, judged every 30 s as the sweep does. */
function run(
  all: number,
  plan: (id: number) => { goneAt: number; backAt: number | null } | null,
  lastsMs: number,
) {
  const raised: number[] = []
  const missed = new Set<number>()
  const incidents: number[] = []
  let incident: OpenIncident | null = null
  for (let now = start; now <= start + lastsMs; now += 30_000) {
    const lost = []
    let connected = 0
    for (let id = 0; id < all; id++) {
      const course = plan(id)
      const isGone =
        course !== null && now >= course.goneAt && (course.backAt === null || now < course.backAt)
      if (!isGone) {
        connected += 1
        missed.delete(id)
      } else if (!missed.has(id)) lost.push({ id, at: course.goneAt })
    }
    const verdict = judgeContact({ now, connected, lost, incident, calmUntil: null })
    if (verdict.incident && !incident) incidents.push(verdict.incident.startedAt)
    incident = verdict.incident
    for (const id of verdict.raise) {
      raised.push(id)
      missed.add(id)
    }
  }
  return { raised, incidents, incident }
}

test('of a thousand homes the one whose plug is pulled is missed, once', () => {
  const { raised, incidents } = run(
    1000,
    (id) => (id === 417 ? { goneAt: start, backAt: null } : null),
    30 * minute,
  )
  expect({ raised, incidents }).toEqual({ raised: [417], incidents: [] })
})

test('all gone at once are one incident and no alarm, for as long as nobody is back', () => {
  const { raised, incidents, incident } = run(
    100,
    (id) => ({ goneAt: start + id * 500, backAt: null }),
    24 * 60 * minute,
  )
  expect({ raised, incidents: incidents.length }).toEqual({ raised: [], incidents: 1 })
  expect(incident).toMatchObject({ startedAt: start, lost: 100, returningAt: null })
})

test('all gone and all back leave no alarm', () => {
  const { raised, incidents, incident } = run(
    100,
    (id) => ({ goneAt: start, backAt: start + 60 * minute + id * 3000 }),
    120 * minute,
  )
  expect({ raised, incidents: incidents.length, incident }).toEqual({
    raised: [],
    incidents: 1,
    incident: null,
  })
})

test('if half return, each of the rest is missed once, after their time to follow', () => {
  const backAt = start + 20 * minute
  const plan = (id: number) => ({ goneAt: start, backAt: id % 2 === 0 ? backAt : null })
  expect(run(1000, plan, 20 * minute + returnGraceMs - minute).raised).toEqual([])
  const { raised, incidents, incident } = run(1000, plan, 60 * minute)
  expect(raised).toEqual(Array.from({ length: 500 }, (_, index) => 2 * index + 1))
  expect({ incidents: incidents.length, incident }).toEqual({ incidents: 1, incident: null })
})

test('a home that was gone before the crowd is missed as ever', () => {
  const plan = (id: number) => ({ goneAt: id === 0 ? start : start + 4 * minute, backAt: null })
  // Within the time of the crowd it is one of them; well before it is not.
  expect(run(50, plan, 20 * minute).raised).toEqual([])
  const before = (id: number) => ({ goneAt: id === 0 ? start : start + 6 * minute, backAt: null })
  expect(run(50, before, 20 * minute).raised).toEqual([0])
})

test('a crowd that is back within five minutes was not lost', () => {
  const plan = (id: number) => ({ goneAt: start, backAt: start + 4 * minute + id })
  expect(run(100, plan, 20 * minute)).toEqual({ raised: [], incidents: [], incident: null })
})

test('nine homes of a small installation are missed one by one', () => {
  const { raised, incidents } = run(9, () => ({ goneAt: start, backAt: null }), 10 * minute)
  expect({ raised: raised.length, incidents }).toEqual({ raised: 9, incidents: [] })
})

test('after an absence of the cloud nobody is missed before its end', () => {
  const lost = [{ id: 1, at: start }]
  const facts = { connected: 40, lost, incident: null }
  const calmUntil = start + 15 * minute
  expect(judgeContact({ ...facts, now: calmUntil - 1, calmUntil }).raise).toEqual([])
  expect(judgeContact({ ...facts, now: calmUntil, calmUntil }).raise).toEqual([1])
})

describe('property', () => {
  const course = fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    {
      weight: 3,
      arbitrary: fc.record({
        goneAt: fc.integer({ min: 0, max: 20 }).map((index) => start + index * minute),
        staysMs: fc.option(fc.integer({ min: 1, max: 60 }).map((count) => count * minute)),
      }),
    },
  )
  const courses = fc.array(course, { minLength: 2, maxLength: 40 }).filter((all) => all.includes(null))

  test('no loss is kept for good while somebody is connected, and none is told twice or too early', () => {
    fc.assert(
      fc.property(courses, (all) => {
        const plan = (id: number) => {
          const one = all[id]
          if (!one) return null
          return { goneAt: one.goneAt, backAt: one.staysMs === null ? null : one.goneAt + one.staysMs }
        }
        const { raised, incident } = run(all.length, plan, 7 * 60 * minute)
        expect(new Set(raised).size).toBe(raised.length)
        expect(incident).toBeNull()
        for (let id = 0; id < all.length; id++) {
          const one = all[id]
          if (one && one.staysMs === null) expect(raised).toContain(id)
          if (!one || (one.staysMs !== null && one.staysMs <= connectionLostAfterMs))
            expect(raised).not.toContain(id)
        }
      }),
      { numRuns: 30 },
    )
  })
})
