/** Why the portal gave no usable answer; each is also a code of the API. */
export type PortalErrorCode =
  | 'portal_unknown_point'
  | 'portal_token_rejected'
  | 'portal_token_unreadable'
  | 'portal_unavailable'
  | 'portal_busy'
  | 'portal_answer_wrong'

/** The token is invalid: retrying does not help. */
export const isUseless = ({ code }: PortalError) =>
  code === 'portal_token_rejected' || code === 'portal_token_unreadable'

/** A refusal or silence of the portal. `explanation` is the portal's own, for the log; it never contains a token. */
export class PortalError extends Error {
  readonly code: PortalErrorCode
  readonly status: number | null
  readonly explanation: string | null
  readonly retryAfterSeconds: number | null

  constructor(
    code: PortalErrorCode,
    more: { status?: number | null; explanation?: string | null; retryAfterSeconds?: number | null } = {},
  ) {
    super(`${code} ${more.status ?? ''} ${more.explanation ?? ''}`.trim())
    this.name = 'PortalError'
    this.code = code
    this.status = more.status ?? null
    this.explanation = more.explanation ?? null
    this.retryAfterSeconds = more.retryAfterSeconds ?? null
  }
}
