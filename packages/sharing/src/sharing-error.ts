/** Codes of groups that cannot be settled. */
export type SharingErrorCode =
  /** Bills of members are in different currencies. */
  | 'currencies_differ'
  /** Who is netted by the year may not receive. */
  | 'yearly_netting_receives'
  /** A role that the scheme does not have. */
  | 'role_not_of_scheme'
  /** A share or price is no decimal of the allowed form. */
  | 'number_invalid'
  /** Static shares do not sum to exactly 1. */
  | 'shares_do_not_sum'
  /** A month is written 'YYYY-MM'. */
  | 'month_invalid'

/** A refused group, with what explains it. */
export class SharingError extends Error {
  readonly code: SharingErrorCode
  readonly details: Record<string, string | null>

  constructor(code: SharingErrorCode, details: Record<string, string | null> = {}) {
    super(`${code} ${JSON.stringify(details)}`)
    this.name = 'SharingError'
    this.code = code
    this.details = details
  }
}
