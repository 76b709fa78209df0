import { describe, expect, test } from 'vitest'
import { createSerial } from './serial.ts'
import { formatTypedSerial, readSerial } from './serial-text.ts'

const serial = createSerial(new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]))

describe('the serial in a scanned text', () => {
  test.each([
    ['alone', serial],
    ['typed in its own way', ` ${serial.toLowerCase().replaceAll('-', '')} `],
    ["in a label's address", `https://cloud.example/setup/oem-device?serial=${serial}`],
    ['in the address for a P1 meter', `https://cloud.example/setup/p1-wifi?serial=${serial}`],
    [
      'beside other parameters',
      `HTTPS://cloud.example/setup/oem-device?identifier=a&serial=${serial}&x=1#top`,
    ],
    ['with escaped dashes', `https://cloud.example/setup/oem-device?serial=${serial.replaceAll('-', '%2D')}`],
  ])('%s', (_, text) => {
    expect(readSerial(text)).toEqual({ serial, isCheckRight: true })
  })

  test.each([
    ['another address', `https://cloud.example/elsewhere?serial=${serial}`],
    ['another parameter', `https://cloud.example/setup/oem-device?unserial=${serial}`],
    ['no address', `serial=${serial}`],
    ['a part of one', serial.slice(0, 14)],
    ['nothing', ''],
  ])('is none in %s', (_, text) => {
    expect(readSerial(text)).toBeNull()
  })

  test('with a wrong check character is still one', () => {
    const wrong = serial.slice(0, -1) + (serial.endsWith('0') ? '1' : '0')
    expect(readSerial(wrong)).toEqual({ serial: wrong, isCheckRight: false })
  })
})

describe('a serial while it is typed', () => {
  test.each([
    ['', ''],
    ['a', 'A'],
    ['abcd', 'ABCD'],
    ['abcd-', 'ABCD-'],
    ['abcd-e', 'ABCD-E'],
    ['abcde', 'ABCD-E'],
    ['abcd efgh 1234', 'ABCD-EFGH-1234'],
    ['ABCD-EFGH-JKMN-PQRST', 'ABCD-EFGH-JKMN-PQRST'],
    ['what?', 'what?'],
  ])('%j becomes %j', (typed, shown) => {
    expect(formatTypedSerial(typed)).toBe(shown)
  })

  test('is replaced by that of a pasted address', () => {
    expect(formatTypedSerial(`https://cloud.example/setup/oem-device?serial=${serial.toLowerCase()}`)).toBe(
      serial,
    )
  })
})
