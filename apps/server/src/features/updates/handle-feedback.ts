import type { Db, Queryable } from '../../platform/db/db.ts'
import type { Feedback } from './read-feedback.ts'
import { endUpdate, lockUpdate, saveDone, saveProgress, saveState } from './update-queries.ts'

interface About {
  serial: string
  updateId: number
  now: number
}

/** What a device says about an update. Repeats of what has ended change nothing; false for an unknown update. */
export function handleFeedback(db: Db, about: About, feedback: Feedback): Promise<boolean> {
  return db.transaction(async (tx) => {
    const update = await lockUpdate(tx, about.serial, about.updateId)
    if (!update) return false
    if (['requested', 'in_progress', 'cancelling'].includes(update.state)) await advance(tx, about, feedback)
    return true
  })
}

async function advance(tx: Queryable, { updateId, now }: About, feedback: Feedback): Promise<void> {
  const { execution, isSuccess, percent, detail } = feedback
  if (execution === 'at_work') await saveProgress(tx, updateId, { percent, detail, now })
  else if (execution === 'canceled') await endUpdate(tx, updateId, { state: 'cancelled', detail, now })
  else if (execution === 'rejected' || !isSuccess)
    await endUpdate(tx, updateId, { state: 'failed', failure: 'refused', detail, now })
  else await saveDone(tx, updateId, detail, now)
}

/** The answer to a cancellation: it stopped, or it could not any more and goes on. */
export function handleCancelFeedback(db: Db, about: About, feedback: Feedback): Promise<boolean> {
  return db.transaction(async (tx) => {
    const update = await lockUpdate(tx, about.serial, about.updateId)
    if (!update) return false
    if (update.state !== 'cancelling') return true
    const { execution, detail } = feedback
    if (execution === 'rejected') await saveState(tx, about.updateId, 'in_progress')
    else if (execution !== 'at_work')
      await endUpdate(tx, about.updateId, { state: 'cancelled', detail, now: about.now })
    return true
  })
}
