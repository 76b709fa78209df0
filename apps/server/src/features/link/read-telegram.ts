import { linkLimits, type Refusal } from '@ohmstead/contract/controller-messages'
import { parseP1Body } from '@ohmstead/domain/telemetry/p1-body'
import type { P1Telegram } from '@ohmstead/domain/telemetry/p1-telegram'
import { toInstant } from '@ohmstead/domain/telemetry/p1-time'
import type { Deps } from '../../deps.ts'
import { findTimeZoneOfController } from './link-queries.ts'

interface TelegramsRead {
  /** A `data` message of the device `grid`; null where no telegram could be used. */
  message: { v: 1; samples: { ts: number; values: Record<string, number> }[] } | null
  /** How many were not used, with the first case. */
  refused: Refusal | null
}

/** The P1 telegrams of a body, each at the meter's own time where its clock can be believed. */
export async function readTelegrams(deps: Deps, serial: string, body: Buffer): Promise<TelegramsRead> {
  const timeZone = await findTimeZoneOfController(deps.db, serial)
  const now = deps.clock.now()
  const samples: { ts: number; values: Record<string, number> }[] = []
  const reasons: string[] = []
  for (const result of parseP1Body(body)) {
    const values = result.ok ? gridValues(result.telegram) : []
    if (!result.ok) reasons.push(result.detail)
    else if (values.length === 0) reasons.push('it holds no value that is known')
    else samples.push({ ts: chooseTime(result.telegram, timeZone, now), values: Object.fromEntries(values) })
  }
  const [detail] = reasons
  return {
    message: samples.length > 0 ? { v: 1, samples } : null,
    refused: detail === undefined ? null : { reason: 'malformed', count: reasons.length, detail },
  }
}

const gridValues = ({ values }: P1Telegram) =>
  Object.entries(values).map(([metric, value]) => [`grid/${metric}`, value] as const)

/**
 * A telegram is sent at once or kept for a while by the reader, so the meter's time counts; but a meter whose clock is
 * wrong must not lose its readings, and then the arrival does.
 */
function chooseTime({ meterTime }: P1Telegram, timeZone: string | null, now: number): number {
  if (meterTime === null || timeZone === null) return now
  const ts = toInstant(meterTime, timeZone, now)
  return ts > now + linkLimits.aheadMs || ts < now - linkLimits.oldestMs ? now : ts
}
