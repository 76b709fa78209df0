import type { Db, Queryable } from '../../platform/db/db.ts'
import { clearRuleAlarms, type RuleAlarmCase, raiseRuleAlarms } from '../alarms/rule-alarm-queries.ts'
import { notifyLive } from '../link/link-notices.ts'
import type { CoveredRule, RuleCover } from './rule-cover.ts'
import {
  deleteStates,
  findOpenRuleAlarms,
  findRaised,
  findWatchedDevices,
  holdRules,
  moveAlarm,
  type OpenRuleAlarm,
  type StateRow,
} from './rule-state-queries.ts'

/** So many places are told to open pages one by one; all others see it with their next question. */
const mostNotices = 700

/** The alarms that follow from what is raised: opens those that are missing and clears those whose cause is gone. */
export async function raiseAndClear(
  db: Db,
  cover: RuleCover,
  { now, countCompared }: { now: number; countCompared: (locationId: number) => number | null },
): Promise<void> {
  const open = await findOpenRuleAlarms(db)
  const all = await findRaised(db, [...cover.rules.keys()])
  const isCovered = (row: StateRow) =>
    cover.byLocation.get(row.location_id)?.some(({ id }) => id === row.rule_id) === true
  const raised = all.filter(isCovered)
  // A location that has left the group begins anew should it come back.
  await deleteStates(
    db,
    all
      .filter((row) => !isCovered(row))
      .map((row) => ({ ruleId: row.rule_id, locationId: row.location_id, deviceKey: row.device_key })),
  )
  const plan = planAlarms(cover, open, raised)
  if (plan.raise.length + plan.clear.length + plan.move.length === 0) return
  await db.transaction(
    async (tx) => {
      const changed = new Set<number>()
      const held = await holdRules(tx, [...new Set(plan.raise.map(({ rule }) => rule))])
      const cases = await toCases(
        tx,
        plan.raise.filter(({ rule }) => held.has(rule.id)),
        countCompared,
      )
      for (const row of await raiseRuleAlarms(tx, cases)) changed.add(row.location_id)
      for (const { alarm, locationId } of plan.move) {
        await moveAlarm(tx, alarm.id, locationId)
        changed.add(alarm.location_id).add(locationId)
      }
      const ids = plan.clear.map(({ id }) => id)
      for (const row of await clearRuleAlarms(tx, ids, now)) changed.add(row.location_id)
      if (changed.size > 0) await notifyLive(tx, { t: 'alarms', l: [...changed].slice(0, mostNotices) })
    },
    { priority: 'job' },
  )
}

interface AlarmPlan {
  raise: { rule: CoveredRule; row: StateRow }[]
  clear: OpenRuleAlarm[]
  move: { alarm: OpenRuleAlarm; locationId: number }[]
}

const idOf = (row: { rule_id: number; location_id: number; device_key: string }) =>
  `${row.rule_id} ${row.location_id} ${row.device_key}`

export function planAlarms(
  { rules }: Pick<RuleCover, 'rules'>,
  open: readonly OpenRuleAlarm[],
  raised: readonly StateRow[],
): AlarmPlan {
  const plan: AlarmPlan = { raise: [], clear: [], move: [] }
  const openOf = Map.groupBy(open, ({ rule_id }) => rule_id)
  const raisedOf = Map.groupBy(raised, ({ rule_id }) => rule_id)
  for (const ruleId of new Set([...openOf.keys(), ...raisedOf.keys()])) {
    const rule = rules.get(ruleId)
    const [alarms, rows] = [openOf.get(ruleId) ?? [], raisedOf.get(ruleId) ?? []]
    if (!rule) plan.clear.push(...alarms)
    else if (rule.isTogether) planTogether(plan, rule, alarms, rows)
    else {
      const [isOpen, isRaised] = [new Set(alarms.map(idOf)), new Set(rows.map(idOf))]
      plan.raise.push(...rows.filter((row) => !isOpen.has(idOf(row))).map((row) => ({ rule, row })))
      plan.clear.push(...alarms.filter((alarm) => !isRaised.has(idOf(alarm))))
    }
  }
  return plan
}

/** One alarm for all of a rule's locations, kept at one where the condition holds. */
function planTogether(
  plan: AlarmPlan,
  rule: CoveredRule,
  alarms: readonly OpenRuleAlarm[],
  rows: readonly StateRow[],
): void {
  const [first] = rows
  const [kept, ...others] = alarms
  plan.clear.push(...others)
  if (!first) plan.clear.push(...alarms.slice(0, 1))
  else if (!kept) plan.raise.push({ rule, row: first })
  else if (!rows.some(({ location_id }) => location_id === kept.location_id))
    plan.move.push({ alarm: kept, locationId: first.location_id })
}

async function toCases(
  tx: Queryable,
  raise: AlarmPlan['raise'],
  countCompared: (locationId: number) => number | null,
): Promise<RuleAlarmCase[]> {
  if (raise.length === 0) return []
  const devices = await findWatchedDevices(tx, [...new Set(raise.map(({ row }) => row.location_id))])
  const idOfDevice = new Map(devices.map(({ location_id, key, id }) => [`${location_id} ${key}`, id]))
  return raise.map(({ rule, row }) => {
    const { kind, settings, durationSeconds } = rule.terms
    return {
      ruleId: rule.id,
      locationId: row.location_id,
      deviceId: rule.isTogether ? null : (idOfDevice.get(`${row.location_id} ${row.device_key}`) ?? null),
      facts: {
        ...{ name: rule.name, kind, settings, durationSeconds, value: row.value, limit: settings.value },
        isTogether: rule.isTogether,
        compared: kind === 'pv_neighbours' ? countCompared(row.location_id) : null,
      },
      at: row.newest,
    }
  })
}
