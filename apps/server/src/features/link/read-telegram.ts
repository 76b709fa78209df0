import type { Refusal } from '@ohmstead/contract/controller-messages'
import { parseP1Body } from '@ohmstead/domain/telemetry/p1-body'
import { placeTelegrams } from '@ohmstead/domain/telemetry/p1-placing'
import type { P1Telegram } from '@ohmstead/domain/telemetry/p1-telegram'
import { toInstant } from '@ohmstead/domain/telemetry/p1-time'
import type { Deps } from '../../deps.ts'
import type { Turns } from '../../platform/turns.ts'
import { oldestAcceptedTs } from '../telemetry/partitions.ts'
import { findPlaceOfController } from './link-queries.ts'
import { noteMbusMeters } from './mbus-meters.ts'

interface TelegramsRead {
  /** A `data` message of the device `grid`, one sample for each instant; null if no telegram was usable. */
  message: { v: 1; samples: { ts: number; values: Record<string, number> }[] } | null
  /** How many were not used, with the first case. */
  refused: Refusal | null
  arrivedAt: number
  /** How far the meter's clock is ahead of the arrival (ms, negative if behind); null without a time. */
  meterOffsetMs: number | null
}

/** The P1 telegrams of a body, each at the meter's own time if its clock is plausible. */
export async function readTelegrams(
  deps: Deps,
  takeTurn: Turns,
  serial: string,
  body: Buffer,
): Promise<TelegramsRead> {
  const db = deps.db.at('ingest')
  const place = await takeTurn(() => findPlaceOfController(db, serial))
  const arrivedAt = deps.clock.now()
  const whole: P1Telegram[] = []
  const reasons: string[] = []
  for (const result of parseP1Body(body)) {
    if (result.ok) whole.push(result.telegram)
    if (!result.ok) reasons.push(result.detail)
    else if (!hasValues(result.telegram)) reasons.push('it holds no value that is known')
  }
  const usable = whole.filter(hasValues)
  if (place) await noteMbusMeters(db, place, whole)
  const timeZone = place?.time_zone ?? null
  const meterTimes = usable.map(({ meterTime }) =>
    meterTime === null || timeZone === null ? null : toInstant(meterTime, timeZone, arrivedAt),
  )
  const oldestTs = oldestAcceptedTs(arrivedAt, deps.settings.rawRetentionDays)
  const { times, offsetMs } = placeTelegrams(meterTimes, { arrivedAt, oldestTs })
  // Of telegrams with the same time the last one counts, as in the database; the answer reports how many are kept.
  const byTime = new Map(usable.map((telegram, index) => [times[index]!, gridValues(telegram)]))
  const [detail] = reasons
  return {
    message:
      byTime.size > 0 ? { v: 1, samples: Array.from(byTime, ([ts, values]) => ({ ts, values })) } : null,
    refused: detail === undefined ? null : { reason: 'malformed', count: reasons.length, detail },
    arrivedAt,
    meterOffsetMs: offsetMs,
  }
}

const hasValues = ({ values }: P1Telegram) => Object.keys(values).length > 0

const gridValues = ({ values }: P1Telegram) =>
  Object.fromEntries(Object.entries(values).map(([metric, value]) => [`grid/${metric}`, value]))
