import type { BiddingZone } from '@ohmstead/domain/places/bidding-zones'
import type { SpotDay } from '@ohmstead/pricing/spot/spot-day'

export type SpotSourceKey = 'energy-charts' | 'entsoe' | 'modelled'

/** Where day-ahead prices are fetched from. */
export interface SpotSource {
  key: SpotSourceKey
  /** The most days that one question may be about. */
  longestDays: number
  covers(zone: BiddingZone): boolean
  /**
   * What it knows of delivery days, the last one included; days without any price are left out. Throws a SpotFailure, or
   * the signal's reason.
   */
  fetchDays(zone: BiddingZone, fromDay: string, toDay: string, signal: AbortSignal): Promise<SpotDay[]>
}

export type SpotFailureCode = 'spot_busy' | 'spot_unavailable' | 'spot_malformed' | 'spot_token_rejected'

/** Why a source gave no answer. Its message names no address, which could contain a token. */
export class SpotFailure extends Error {
  readonly code: SpotFailureCode
  /** When it wants to be asked again, if it says so. */
  readonly waitMs: number | null

  constructor(code: SpotFailureCode, message: string, waitMs: number | null = null) {
    super(message)
    this.name = 'SpotFailure'
    this.code = code
    this.waitMs = waitMs
  }
}
