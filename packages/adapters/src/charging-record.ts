import type { ChargingDoubt } from '@ohmstead/domain/charging/charging-doubt'

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
