import type { SharingIntervalsView } from '@ohmstead/contract/energy-sharing-results'
import type { sharingSettlementEndpoints } from '@ohmstead/contract/energy-sharing-settlement'
import { dayAt } from '@ohmstead/domain/time/days'
import { quarterHourMs, timeZone } from '@ohmstead/network-fee/calendar/local-time'
import { AppError } from '../../platform/app-error.ts'
import type { Context } from '../../route.ts'
import { localDay } from '../portal/client/portal-dates.ts'
import { getGroup } from './get-group.ts'
import { findSeenMembers, type MemberRow } from './member-queries.ts'
import { readGroupState } from './read-group-state.ts'
import { readQuestion } from './read-question.ts'
import { takingPartIn } from './settlement-fingerprint.ts'

const dayMs = 86_400_000
/** Of one member, and of a whole group. */
const longestMs = { one: 31 * dayMs + 3_600_000, all: 2 * dayMs + 3_600_000 }

/** What members got in every quarter-hour; whoever is only a member is told of their own. */
export async function getIntervals(
  context: Context<typeof sharingSettlementEndpoints.intervals>,
): Promise<{ intervals: SharingIntervalsView }> {
  const { db, deps, actor, params, query, signal } = context
  const group = await getGroup(context, params.sharingGroupId)
  const fromMs = Math.floor(query.from / quarterHourMs) * quarterHourMs
  const toMs = Math.ceil(query.to / quarterHourMs) * quarterHourMs
  if (toMs <= fromMs) throw new AppError('invalid_request', { fields: { to: 'range_reversed' } })
  const longest = query.memberId === undefined ? longestMs.all : longestMs.one
  if (toMs - fromMs > longest) throw new AppError('invalid_request', { fields: { to: 'range_too_long' } })
  const seen = (await findSeenMembers(db, actor, group.id, true)).filter(
    ({ id, state }) =>
      (state === 'active' || state === 'left') && (query.memberId === undefined || query.memberId === id),
  )
  if (query.memberId !== undefined && seen.length === 0) throw new AppError('not_found')
  const months = listMonths(fromMs, toMs)
  const state = await readGroupState(db, group.id, localDay(deps.clock.now()))
  const members = findAll(months.flatMap((month) => takingPartIn(state, month)))
  const question = await readQuestion(db, state, members, { from: months[0]!, to: months.at(-1)! })
  const memberIds = seen.map(({ id }) => String(id))
  const shared = await deps.calculator.share<'shareIntervals'>(
    { kind: 'shareIntervals', question, months, fromMs, toMs, memberIds },
    { person: actor.userId, signal },
  )
  const rowOf = new Map(seen.map((row) => [String(row.id), row]))
  return {
    intervals: {
      first_start: fromMs / 1000,
      interval_seconds: 900,
      time_zone: timeZone,
      currency: 'EUR',
      unsettled: shared.unsettled,
      members: shared.members.map(({ memberId, ...rows }) => {
        const { id, name, role } = rowOf.get(memberId)!
        return { memberId: id, name: name || `#${id}`, role, ...rows }
      }),
    },
  }
}

function listMonths(fromMs: number, toMs: number): string[] {
  const months = new Set<string>()
  for (let ms = fromMs; ms < toMs; ms += dayMs) months.add(dayAt(ms, timeZone).slice(0, 7))
  months.add(dayAt(toMs - 1, timeZone).slice(0, 7))
  return [...months]
}

const findAll = (members: readonly MemberRow[]): MemberRow[] => [
  ...new Map(members.map((member) => [member.id, member])).values(),
]
