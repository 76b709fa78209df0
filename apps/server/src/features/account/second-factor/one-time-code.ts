import { Secret, TOTP } from 'otpauth'

const periodSeconds = 30

/** A new secret of 160 bits, in base 32. */
export const createTotpSecret = () => new Secret({ size: 20 }).base32

const totpOf = (secret: string, more: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...more,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  })

/** The URI that a QR code passes to the app. */
export function formatTotpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(secret, { issuer, label }).toString()
}

const withoutSpaces = (code: string) => code.replace(/[\s-]/g, '')

/** A code of the app, as opposed to a recovery code. */
export const isOneTimeCode = (code: string) => /^\d{6}$/.test(withoutSpaces(code))

/** The time step of a code, with a tolerance of one step; null if it matches none. */
export function findTotpStep(secret: string, code: string, now: number): number | null {
  if (!isOneTimeCode(code)) return null
  const delta = totpOf(secret).validate({ token: withoutSpaces(code), timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / 1000 / periodSeconds) + delta
}
