import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatConsent, parseConsent } from './consent-cookie.ts'

const kept = (line: string) => line.split(';')[0]!

describe('consent', () => {
  it('is unset without the cookie, and if its value is not ours', () => {
    for (const cookies of [
      '',
      'session=1',
      'ohmstead_consent=',
      'ohmstead_consent=yes',
      'x_ohmstead_consent=analytics',
    ])
      expect(parseConsent(cookies)).toBeNull()
  })

  it('is found among any other cookies', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(fc.stringMatching(/^[a-z]{1,8}=[a-z0-9]{0,8}$/)),
        (analytics, others) => {
          const cookies = [...others, kept(formatConsent({ analytics }, true)), ...others].join('; ')
          expect(parseConsent(cookies)).toEqual({ analytics })
        },
      ),
    )
  })

  it('is stored for one year, for this site, and as Secure only over https', () => {
    expect(formatConsent({ analytics: true }, true)).toBe(
      'ohmstead_consent=analytics; Max-Age=31536000; Path=/; SameSite=Lax; Secure',
    )
    expect(formatConsent({ analytics: false }, false)).not.toContain('Secure')
  })
})
