import type { ChargingDoubt } from '@ohmstead/domain/charging/charging-doubt'

/** No charger gives more (W), lorries included. */
const mostW = 500_000
/** Rounding, and what a station reads a moment before it says so (Wh). */
const slackWh = 1000
/** Beginnings are told in whole watt-hours, samples in parts of them. */
const roundingWh = 1
const mostRegisterWh = 9e12

export interface Register {
  at: number
  wh: number
}

/** Why a register cannot be the one that follows `before`; null if it can. */
export function doubtRegister(
  before: Register | null,
  { at, wh }: Register,
): { doubt: ChargingDoubt; text: string } | null {
  if (!(wh >= 0 && wh <= mostRegisterWh)) return { doubt: 'bad_meter', text: `${wh} Wh is no register` }
  // What a station delivers late is not compared with what it sent meanwhile.
  if (before === null || at < before.at) return null
  if (wh < before.wh - roundingWh)
    return { doubt: 'meter_fell', text: `it fell from ${before.wh} to ${wh} Wh during a session` }
  const most = (mostW * (at - before.at)) / 3_600_000 + slackWh
  if (wh - before.wh > most)
    return { doubt: 'too_fast', text: `it rose from ${before.wh} to ${wh} Wh, more than any charger gives` }
  return null
}

/** What a session used, or why that cannot be told. */
export function calculateSession(
  start: { at: number; wh: number | null },
  end: { at: number; wh: number | null },
): { energyWh: number; doubt: null } | { energyWh: null; doubt: ChargingDoubt } {
  if (end.at < start.at) return { energyWh: null, doubt: 'bad_time' }
  if (start.wh === null || end.wh === null) return { energyWh: null, doubt: 'bad_meter' }
  const found =
    doubtRegister(null, { at: start.at, wh: start.wh }) ??
    doubtRegister({ at: start.at, wh: start.wh }, { at: end.at, wh: end.wh })
  if (found) return { energyWh: null, doubt: found.doubt }
  return { energyWh: Math.max(0, Math.round((end.wh - start.wh) * 1e4) / 1e4), doubt: null }
}
