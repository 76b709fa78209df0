import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseP1Body } from './p1-body.ts'
import { crc16Arc } from './p1-crc.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** A telegram of the given watts, with its checksum or, as Slovenian meters send it, without. */
function telegram(watts: number, { hasChecksum = true, text = '' } = {}): string {
  const lines = [
    '0-0:96.1.1(4530)',
    `1-0:1.8.0(000100.000*kWh)`,
    `1-0:1.7.0(${watts}*W)`,
    `0-0:96.13.0(${text})`,
  ]
  const covered = `/OHM5TEST\r\n\r\n${lines.map((line) => `${line}\r\n`).join('')}!`
  const crc = hasChecksum ? crc16Arc(bytes(covered)).toString(16).toUpperCase().padStart(4, '0') : ''
  return `${covered}${crc}\r\n`
}

/** The watts of each telegram, or why it was refused. */
const read = (text: string) =>
  parseP1Body(bytes(text)).map((result) => (result.ok ? result.telegram.values.power : result.detail))

const isCut = 'a telegram is cut: another one begins before its !'
const hasNoEnd = 'the last telegram is cut: no line begins with !'
const hasNoBeginning = 'the beginning of a telegram is missing: no line begins with /'

it.each([
  ['', 'no line begins with /'],
  ['hello!', 'no line begins with /'],
  [
    '/OHM5TEST 1-0:1.7.0(1*W) !',
    'its line ends are missing; it must be sent as it is, by curl with --data-binary',
  ],
  ['/OHM5TEST\r\n1-0:1.7.0(1*W)\r\n', 'no line begins with !'],
])('a body without a telegram reports what is missing: %j', (text, detail) => {
  expect(read(text)).toEqual([detail])
})

describe.each([true, false])('a body of telegrams (with checksum: %s)', (hasChecksum) => {
  const of = (watts: number) => telegram(watts, { hasChecksum })

  it('is read completely and in order', () => {
    expect(read(of(1))).toEqual([1])
    expect(read(of(1) + of(2) + of(3))).toEqual([1, 2, 3])
  })
  it('may have other line endings, and unrelated lines in between', () => {
    expect(read((of(1) + of(2)).replaceAll('\r\n', '\n'))).toEqual([1, 2])
    expect(read(`${of(1)}  2581\r\nDE0000\r\n\u00ff${of(2)}\u00ff\u00ff`)).toEqual([1, 2])
  })
  it('never mixes a fragment with the next telegram, wherever the fragment ends', () => {
    for (let length = 1; length < of(7).indexOf('!'); length++)
      expect(read(of(7).slice(0, length) + of(2))).toEqual([isCut, 2])
  })
  it('distinguishes a telegram without its end or start from complete ones', () => {
    expect(read(of(1) + of(7).slice(0, 40))).toEqual([1, hasNoEnd])
    expect(read(of(7).slice(20) + of(2))).toEqual([hasNoBeginning, 2])
    expect(read(of(7).slice(0, 40))).toEqual(['no line begins with !'])
  })
})

describe('a body of telegrams', () => {
  it('loses only a garbled telegram', () => {
    const [garbled, whole] = [telegram(1).replace('(1*W)', '(3*W)'), telegram(2)]
    expect(read(garbled + whole)).toEqual([expect.stringContaining('checksum'), 2])
    expect(read(whole + garbled)).toEqual([2, expect.stringContaining('checksum')])
  })
  it('treats an apparent start inside a telegram as text if the checksum matches', () => {
    expect(read(telegram(5, { text: 'see /OHM5' }))).toEqual([5])
  })
  it('reports a sender that removed the line endings', () => {
    expect(read(telegram(1).replaceAll('\r\n', ''))).toEqual([expect.stringContaining('--data-binary')])
  })
  it('never throws and never takes long, whatever the input', () => {
    const piece = fc.constantFrom('/OHM5', '/', '!', '\n!', '\r\n', telegram(1), '1-0:1.7.0(', '5*W)')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(parseP1Body(bytes(pieces.join(''))).length).toBeGreaterThan(0)
      }),
    )
    expect(read('/OHM5'.repeat(50_000))).toEqual(['no line begins with !'])
    expect(read(`${'/OHM5'.repeat(50_000)}\n!`)).toHaveLength(2)
  })
})
