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

/** The address that a QR code carries to the app. */
export function formatTotpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(secret, { issuer, label }).toString()
}

const withoutSpaces = (code: string) => code.replace(/[\s-]/g, '')

/** What an app shows, unlike a recovery code. */
export const isOneTimeCode = (code: string) => /^\d{6}$/.test(withoutSpaces(code))

/** The time step a code belongs to, one step before and after now allowed; null where it is none of them. */
export function findTotpStep(secret: string, code: string, now: number): number | null {
  if (!isOneTimeCode(code)) return null
  const delta = totpOf(secret).validate({ token: withoutSpaces(code), timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / 1000 / periodSeconds) + delta
}
