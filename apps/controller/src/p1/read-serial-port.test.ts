import { expect, it } from 'vitest'
import { createTelegramCutter } from './read-serial-port.ts'

const telegram = (crc: string) => `/ISK5 meter\r\n\r\n1-0:1.7.0(00.500*kW)\r\n!${crc}\r\n`

it('cuts whole telegrams out of pieces, with and without a checksum', () => {
  const cut = createTelegramCutter()
  const text = `half of one)\r\n!12AB\r\n${telegram('B9F')}${telegram('')}`
  const found = [...text].flatMap((letter) => cut(letter))
  expect(found).toEqual([telegram('B9F'), telegram('')])
})

it('leaves out one that was cut off, and noise without an end', () => {
  const cut = createTelegramCutter()
  expect(cut(`/ISK5 begun\r\n1-0:1.7${'\r\n'}${telegram('0000')}`)).toEqual([telegram('0000')])
  expect(cut(`/${'x'.repeat(20_000)}`)).toEqual([])
  expect(cut(telegram('1'))).toEqual([telegram('1')])
})
