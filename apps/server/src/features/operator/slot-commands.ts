import type { Db } from '../../platform/db/db.ts'
import { describeSlots, mostSlots, resizeSlots } from '../../platform/mqtt/slot-plan.ts'
import { operatorCommand } from '../../platform/operator-command.ts'
import { OperatorError } from '../../platform/operator-error.ts'

/** How the controllers of an external broker are divided. */
export async function listSlots(db: Db): Promise<string[]> {
  const { plan, prepared, left, processes } = await describeSlots(db)
  const { current, next } = plan
  const now = `${current.count} slots, read by ${processes} ${processes === 1 ? 'process' : 'processes'}.`
  if (!next) return [now]
  return [
    now,
    prepared < next.count
      ? `On the way to ${next.count}: the broker keeps messages for ${prepared} of them.`
      : `On the way to ${next.count}: ${left} of the old ones still hold messages.`,
  ]
}

/** Wants another number; the running processes bring it about, and messages are read throughout. */
export async function setSlots(db: Db, text: string): Promise<string[]> {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > mostSlots)
    throw new OperatorError(`The number of slots is a whole number from 1 to ${mostSlots}.`)
  const result = await resizeSlots(db, count)
  if (result === 'busy')
    throw new OperatorError(
      `Another number is under way; wait until \`${operatorCommand('admin', 'slots')}\` shows the end of it.`,
    )
  if (result === 'same') return [`There are ${count} slots already, or will be soon.`]
  return [
    `${count} slots will take over, within a minute if there is no backlog: ${operatorCommand('admin', 'slots')}`,
  ]
}
