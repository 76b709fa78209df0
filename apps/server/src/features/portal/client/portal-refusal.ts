import { z } from 'zod'
import { PortalError, type PortalErrorCode } from './portal-error.ts'

// {zahteva, errors: [{koda, opis}]}; some answers have opisNapake or message instead.
const errorBody = z.object({
  errors: z
    .array(
      z.looseObject({
        koda: z.unknown().optional(),
        opis: z.unknown().optional(),
        opisNapake: z.unknown().optional(),
        message: z.unknown().optional(),
      }),
    )
    .optional(),
  opisNapake: z.unknown().optional(),
  message: z.unknown().optional(),
})

/** The meaning of a status other than 2xx. An unknown token may also come back as 500. */
export function refusalOf(status: number, text: string, headers: Headers): PortalError {
  return new PortalError(codeOf(status), {
    status,
    explanation: explanationOf(text),
    retryAfterSeconds: status === 429 || status === 503 ? retryAfterSeconds(headers, Date.now()) : null,
  })
}

function codeOf(status: number): PortalErrorCode {
  if (status === 401 || status === 403) return 'portal_token_rejected'
  if (status === 429) return 'portal_busy'
  if (status === 400 || status === 404) return 'portal_unknown_point'
  return status >= 500 || status === 408 ? 'portal_unavailable' : 'portal_answer_wrong'
}

function explanationOf(text: string): string | null {
  try {
    const body = errorBody.parse(JSON.parse(text))
    const said = (body.errors ?? []).map(({ koda, opis, opisNapake, message }) =>
      [koda, opis ?? opisNapake ?? message].filter((part) => part !== undefined).join(' '),
    )
    const whole = [...said, body.opisNapake, body.message].filter((part) => part !== undefined).join('; ')
    return whole.slice(0, 300) || null
  } catch {
    return null
  }
}

/** Seconds to wait by Retry-After (seconds or a date), else by the gateway's RateLimit-Reset; null if neither is set. */
function retryAfterSeconds(headers: Headers, now: number): number | null {
  const retryAfter = headers.get('retry-after')
  if (retryAfter !== null) {
    if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
    const at = Date.parse(retryAfter)
    if (!Number.isNaN(at)) return Math.max(0, (at - now) / 1000)
  }
  const reset = headers.get('ratelimit-reset')
  return reset !== null && /^\d+$/.test(reset) ? Number(reset) : null
}
