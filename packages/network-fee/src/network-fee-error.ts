/** Codes of input that cannot be used in a calculation. */
export type NetworkFeeErrorCode =
  | 'energy_price_missing'
  | 'energy_price_negative'
  | 'agreed_power_invalid'
  | 'power_limits_conflict'

/** Refused input, with the numbers that explain it. */
export class NetworkFeeError extends Error {
  readonly code: NetworkFeeErrorCode
  readonly details: Record<string, number | string | null>

  constructor(code: NetworkFeeErrorCode, details: Record<string, number | string | null> = {}) {
    super(`${code} ${JSON.stringify(details)}`)
    this.name = 'NetworkFeeError'
    this.code = code
    this.details = details
  }
}
