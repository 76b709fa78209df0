/**
 * Why the energy of a charging session cannot be relied on: a register that fell, one that rose faster than any charger
 * can, one that is no register, times that cannot be, or a beginning or end that nobody told.
 */
export const chargingDoubts = [
  'meter_fell',
  'too_fast',
  'bad_meter',
  'bad_time',
  'start_missing',
  'end_missing',
] as const
export type ChargingDoubt = (typeof chargingDoubts)[number]

/** A charging session that has begun. `device` and `transaction` are the station's own names. */
export interface OpenCharging {
  device: string
  transaction: string
  /** Epoch ms. */
  startedAt: number
  /** The register at the beginning (Wh); null if it is unknown. */
  meterStartWh: number | null
  doubt: ChargingDoubt | null
}

/** All that is known of a charging session; it is named by its transaction and its beginning. */
export interface ChargingRecord extends OpenCharging {
  endedAt: number | null
  /** Null as long as it goes on, and of one in doubt. */
  energyWh: number | null
  /** The end of the card's number, the rest hidden; null without a card. */
  tag: string | null
  /** As the station calls it. */
  stopReason: string | null
}
