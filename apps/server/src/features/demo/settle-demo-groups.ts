import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { spanOfMonth } from '../energy-sharing/settlement-fingerprint.ts'
import { startSettlement } from '../energy-sharing/start-settlement.ts'
import { findUnsettled, isHistoryComplete, saveUnsettled, type UnsettledMonth } from './demo-money-queries.ts'

const lookEveryMs = 3000

type Needed = Pick<Deps, 'db' | 'jobs' | 'calculator' | 'clock' | 'log'>

/** Issues the statements of the demo's sharing groups once their readings are there. Returns a function to stop. */
export function settleDemoGroups(deps: Needed): () => void {
  let isLooking = false
  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    try {
      if ((await settleWhatIsReady(deps)) === 0) clearInterval(timer)
    } catch (error) {
      deps.log.error({ err: error }, 'statements of the demo could not be issued')
    } finally {
      isLooking = false
    }
  }, lookEveryMs)
  return () => clearInterval(timer)
}

/** Starts what can be settled by now, the newest month of each group first; returns how many months are left. */
export async function settleWhatIsReady(deps: Needed): Promise<number> {
  const { db } = deps
  const unsettled = await findUnsettled(db)
  const left: UnsettledMonth[] = []
  for (const month of unsettled) {
    const isTurn = !left.some(({ groupId }) => groupId === month.groupId)
    const isReady = isTurn && (await isHistoryComplete(db, month.groupId, spanOfMonth(month.month).to))
    if (!isReady || !(await settle(deps, month))) left.push(month)
  }
  if (left.length < unsettled.length) await saveUnsettled(db, left)
  return left.length
}

/** False if another month of the group is being settled. */
async function settle(deps: Needed, { groupId, userId, month }: UnsettledMonth): Promise<boolean> {
  const audit = { actor: { userId }, address: null, at: deps.clock.now() }
  try {
    await startSettlement(deps, audit, { groupId, month })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Otherwise somebody has changed the group, or settled it.
    if (error.code === 'conflict') return false
  }
  return true
}
