import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSerial, parseSerial } from './serial.ts'

const random = fc.uint8Array({ minLength: 15, maxLength: 15 })

describe('serial', () => {
  it('is four groups of four characters without I, L, O and U', () => {
    fc.assert(
      fc.property(random, (bytes) => {
        const serial = createSerial(bytes)
        expect(serial).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
        expect(parseSerial(serial)).toEqual({ serial, isCheckRight: true })
      }),
    )
  })

  // Computed independently, by the published rule of Luhn modulo N.
  it.each([
    [Uint8Array.from({ length: 15 }, (_, index) => index), '0123-4567-89AB-CDEZ'],
    [Uint8Array.from({ length: 15 }, (_, index) => 31 - index), 'ZYXW-VTSR-QPNM-KJHG'],
    [Uint8Array.of(17, 250, 3, 99, 128, 64, 200, 31, 30, 29, 7, 5, 1, 0, 222), 'HT33-008Z-YX75-10YZ'],
  ])('of %o is %s', (bytes, serial) => {
    expect(createSerial(bytes)).toBe(serial)
  })

  it('is read as people type it', () => {
    fc.assert(
      fc.property(random, (bytes) => {
        const serial = createSerial(bytes)
        const typed = serial.toLowerCase().replaceAll('-', '').replace('1', 'l').replace('0', 'o')
        expect(parseSerial(` ${typed} `)).toEqual({ serial, isCheckRight: true })
      }),
    )
  })

  it('detects every single wrong character', () => {
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    fc.assert(
      fc.property(random, fc.nat(14), fc.integer({ min: 1, max: 31 }), (bytes, position, shift) => {
        const characters = [...createSerial(bytes).replaceAll('-', '')]
        characters[position] = alphabet[(alphabet.indexOf(characters[position]!) + shift) % 32]!
        expect(parseSerial(characters.join(''))?.isCheckRight).toBe(false)
      }),
    )
  })

  it.each(['', 'ABCD', 'ABCD-EFGH-JKMN-PQRU', 'ABCD-EFGH-JKMN-PQRS-T', 'ABCD_EFGH_JKMN_PQRS'])(
    'refuses "%s"',
    (text) => {
      expect(parseSerial(text)).toBeNull()
    },
  )
})
