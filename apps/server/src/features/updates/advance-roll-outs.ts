import { isStopDue, judgeStage } from '@ohmstead/domain/software/roll-out-stages'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { sendCommandIn } from '../link/commands.ts'
import {
  findStageCounts,
  lengthenStage,
  lockRunningRollOut,
  type RunningRollOut,
  requestSome,
  saveStage,
} from './advance-queries.ts'
import { saveRollOutState } from './roll-out-queries.ts'

/** So many are told in one turn, so that a large stage does not poll and fetch at once. */
const mostAtOnce = 100
/** Who is away so long after it was told does not hold up the others; it gets the update when it is back. */
const awayMs = 15 * 60_000
const hintSeconds = 120

/** Takes a roll-out one turn on; whether there is more to do at once. Another process at it leaves nothing to do. */
export function advanceRollOut(db: Db, rollOutId: number, now: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rollOut = await lockRunningRollOut(tx, rollOutId)
    if (!rollOut) return false
    const counts = await findStageCounts(tx, rollOut, now - awayMs)
    const rule = { failures: rollOut.stop_failures, share: rollOut.stop_share }
    if (isStopDue(counts, rule, rollOut.forgiven)) {
      await change(tx, rollOut, 'stopped', now)
      return false
    }
    if (counts.waiting > 0) {
      const requested = await requestSome(tx, rollOut, mostAtOnce, now)
      for (const { controller_id } of requested.filter(({ online }) => online))
        await hint(tx, controller_id, now)
      return counts.waiting > requested.length
    }
    const isLast = rollOut.stage >= rollOut.stages.length - 1
    if (isLast) {
      if (counts.left === 0) await change(tx, rollOut, 'done', now)
      return false
    }
    const stage = judgeStage(counts, rollOut.forgiven)
    if (stage === 'failed') await change(tx, rollOut, 'stopped', now)
    else if (stage === 'gone') await lengthenStage(tx, rollOut, now)
    else if (stage === 'done') await saveStage(tx, rollOut.id, rollOut.stage + 1, now)
    return stage === 'gone' || stage === 'done'
  })
}

async function change(
  tx: Queryable,
  { id, name, company_id }: RunningRollOut,
  state: 'stopped' | 'done',
  now: number,
): Promise<void> {
  await saveRollOutState(tx, id, { state, userId: null, now })
  const audit = { actor: null, address: null, at: now }
  await recordAudit(tx, audit, {
    action: 'roll_out_changed',
    companyId: company_id,
    before: { name, state: 'running' },
    after: { name, state },
  })
}

/** Connected ones need not wait for their next poll. */
async function hint(tx: Queryable, controllerId: number, now: number): Promise<void> {
  const command = {
    controllerId,
    op: 'update.check' as const,
    args: {},
    ttlSeconds: hintSeconds,
    audit: null,
  }
  await sendCommandIn(tx, now, command)
}
