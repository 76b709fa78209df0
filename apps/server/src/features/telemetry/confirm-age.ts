import type { Db } from '../../platform/db/db.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { describeLoss } from './describe-loss.ts'
import { type AgeKind, confirmAge, findRequests } from './retention.ts'

const settingOf = { drop: 'RAW_RETENTION_DAYS', pack: 'RAW_PACK_AFTER_DAYS' } as const

/** `npm run db -- confirm-retention 40`: says what is lost by a lower age, and allows it. */
export async function confirmLowerAge(
  db: Db,
  kind: AgeKind,
  { days, now }: { days: number; now: number },
): Promise<string> {
  const requests = await findRequests(db, kind)
  const wanted = requests.find((request) => request.days === days)
  if (!wanted) {
    throw new OperatorError(
      `No server has asked for ${days} days: start one with ${settingOf[kind]}=${days} first, and read in its log what that costs.`,
    )
  }
  if (wanted.in_force) return `${settingOf[kind]}=${days} is in force already.`
  const { months, rows, gigabytes } = await describeLoss(db, kind, { days, now })
  await confirmAge(db, kind, { days, now })
  const what = `${months.length} ${months.length === 1 ? 'month' : 'months'} (${months.join(', ') || 'none'}), about ${rows} ${rows === 1 ? 'row' : 'rows'}, ${gigabytes} GB`
  return kind === 'drop'
    ? `Confirmed. Dropped when ${days} days have been asked for by all servers for a day: ${what}.`
    : `Confirmed. Thinned to one reading a minute and packed when ${days} days have been asked for by all servers for a day: up to ${what}.`
}
