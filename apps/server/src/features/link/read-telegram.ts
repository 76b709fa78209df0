import { linkLimits } from '@ohmstead/contract/controller-messages'
import { type P1Telegram, parseP1Telegram } from '@ohmstead/domain/telemetry/p1-telegram'
import { toInstant } from '@ohmstead/domain/telemetry/p1-time'
import type { Deps } from '../../deps.ts'
import { findTimeZoneOfController } from './link-queries.ts'

interface TelegramMessage {
  v: 1
  samples: [{ ts: number; values: Record<string, number> }]
}

/** A P1 telegram as a `data` message of the device `grid`, at the meter's own time where its clock can be believed. */
export async function readTelegram(
  deps: Deps,
  serial: string,
  body: Buffer,
): Promise<{ ok: true; message: TelegramMessage } | { ok: false; detail: string }> {
  const parsed = parseP1Telegram(body)
  if (!parsed.ok) return { ok: false, detail: parsed.detail }
  const { telegram } = parsed
  const values = Object.fromEntries(
    Object.entries(telegram.values).map(([metric, value]) => [`grid/${metric}`, value]),
  )
  if (Object.keys(values).length === 0) return { ok: false, detail: 'it holds no value that is known' }
  const timeZone = await findTimeZoneOfController(deps.db, serial)
  const ts = chooseTime(telegram, timeZone, deps.clock.now())
  return { ok: true, message: { v: 1, samples: [{ ts, values }] } }
}

/**
 * A telegram is sent at once or kept for a while by the reader, so the meter's time counts; but a meter whose clock is
 * wrong must not lose its readings, and then the arrival does.
 */
function chooseTime({ meterTime }: P1Telegram, timeZone: string | null, now: number): number {
  if (meterTime === null || timeZone === null) return now
  const ts = toInstant(meterTime, timeZone, now)
  return ts > now + linkLimits.aheadMs || ts < now - linkLimits.oldestMs ? now : ts
}
