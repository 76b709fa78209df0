import { weekday } from '@ohmstead/network-fee/calendar/local-time'
import type { DayKind, PastDay } from './past-days.ts'

/** So many days of a kind are needed before a coming one can be drawn from them. */
const leastDays: Readonly<Record<DayKind, number>> = { workday: 5, saturday: 2, sunday: 2 }

/** Weather, absence and market prices last: with this chance the next day is drawn from the next day. */
const chanceOfSuccessor = 0.8
const meanSuccession = 1 / (1 - chanceOfSuccessor)

export interface ComingDay {
  day: number
  kind: DayKind
}

export interface DayDraw {
  /** A past day for each coming one; those ascend. */
  draw(random: () => number, coming: readonly ComingDay[]): PastDay[]
}

/** The kind of which there are too few past days, with how many there are. */
export interface TooFewDays {
  kind: DayKind
  known: number
  needed: number
}

/** What coming days can be drawn from, or what is missing. */
export function prepareDraw(past: readonly PastDay[], coming: readonly ComingDay[]): DayDraw | TooFewDays {
  const pools = new Map<string, PastDay[]>()
  for (const one of coming) {
    const days = ofKind(past, one.kind)
    const known = days.length
    if (known < leastDays[one.kind]) return { kind: one.kind, known, needed: leastDays[one.kind] }
    pools.set(keyOf(one), startsFor(days, one))
  }
  const ofDay = new Map(past.map((one) => [one.day, one]))
  return {
    draw: (random, days) => {
      // How well few weeks tell what is usual is part of what is not known: each draw sees a sample of them.
      const starts = new Map<string, PastDay[]>()
      for (const [key, pool] of pools) starts.set(key, resample(pool, random))
      let last: { from: PastDay; day: number } | null = null
      return days.map((one) => {
        const next = last && last.day + 1 === one.day ? ofDay.get(last.from.day + 1) : undefined
        const follows = next?.kind === one.kind && random() < chanceOfSuccessor
        const from = follows ? next : pick(starts.get(keyOf(one))!, random)
        last = { from, day: one.day }
        return from
      })
    },
  }
}

const keyOf = ({ day, kind }: ComingDay) => `${kind} ${weekday(day)}`
const pick = (days: readonly PastDay[], random: () => number) => days[Math.floor(random() * days.length)]!

/** Where one of the two free days has too few of its own, both count. */
function ofKind(past: readonly PastDay[], kind: DayKind): PastDay[] {
  const own = past.filter((one) => one.kind === kind)
  if (kind === 'workday' || own.length >= leastDays[kind]) return own
  return past.filter((one) => one.kind !== 'workday')
}

/** The same day of the week if it recurs, so that those that follow are of the kinds that follow. */
function startsFor(days: readonly PastDay[], { day }: ComingDay): PastDay[] {
  const same = days.filter((one) => weekday(one.day) === weekday(day))
  return same.length > 1 ? same : [...days]
}

/** As many as there are successions in them: days that follow one another do not tell of each other's independently. */
function resample(days: readonly PastDay[], random: () => number): PastDay[] {
  return Array.from({ length: Math.ceil(days.length / meanSuccession) }, () => pick(days, random))
}

/** Whether there is something to draw from. */
export const isDraw = (found: DayDraw | TooFewDays): found is DayDraw => 'draw' in found
