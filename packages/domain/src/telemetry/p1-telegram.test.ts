import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crc16Arc } from './p1-crc.ts'
import { type P1Telegram, parseP1Telegram } from './p1-telegram.ts'
import { parseMeterTime, toInstant } from './p1-time.ts'

// Telegrams built here from the published format, with their own checksums.

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const covered = (ident: string, lines: string[]) =>
  `/${ident}\r\n\r\n${lines.map((line) => `${line}\r\n`).join('')}!`
const crcOf = (text: string) => crc16Arc(bytes(text)).toString(16).toUpperCase().padStart(4, '0')

function signed(ident: string, ...lines: string[]): string {
  const text = covered(ident, lines)
  return `${text}${crcOf(text)}\r\n`
}

function read(text: string): P1Telegram {
  const result = parseP1Telegram(bytes(text))
  if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`)
  return result.telegram
}
const valuesOf = (...lines: string[]) => read(signed('OHM5TEST', ...lines)).values

describe('the checksum', () => {
  it('agrees with the published check value of CRC-16/ARC', () => {
    expect(crc16Arc(bytes('123456789'))).toBe(0xbb3d)
  })
  const body = ['1-0:1.7.0(00.500*kW)']
  it('is accepted', () => expect(read(signed('OHM5TEST', ...body)).crc).toBe('valid'))
  it('may be absent', () => expect(read(`${covered('OHM5TEST', body)}\r\n`).crc).toBe('absent'))
  it('may be followed by lines of another kind', () => {
    expect(read(`${covered('OHM5TEST', body)}\r\n  2581\r\nDE0000\r\n\u00ff\u00ff`).crc).toBe('absent')
  })
  it('counts as absent if the meter prints 0000', () => {
    expect(read(`${covered('OHM5TEST', body)}0000\r\n`).crc).toBe('absent')
  })
  it('covers a control byte inside the ident', () => {
    const telegram = read(signed('OHM5\u0002TEST', ...body))
    expect(telegram).toMatchObject({ crc: 'valid', ident: 'OHM5TEST' })
  })
  it('is accepted without its leading zeros', () => {
    for (let serial = 0; ; serial++) {
      const text = covered('OHM5TEST', [`0-0:96.1.1(${serial})`])
      const crc = crcOf(text)
      if (!crc.startsWith('0')) continue
      expect(read(`${text}${crc.replace(/^0+/, '')}\r\n`).crc).toBe('valid')
      break
    }
  })
  it('is accepted if a sender has replaced the line endings', () => {
    expect(read(signed('OHM5TEST', ...body).replaceAll('\r\n', '\n')).crc).toBe('valid')
  })
  it.each([
    ['a flipped digit', (text: string) => text.replace('00.500', '00.501')],
    ['another checksum', (text: string) => text.replace(/![0-9A-F]{4}/, '!1A2B')],
    ['what is no checksum', (text: string) => text.replace(/![0-9A-F]{4}/, '!XYZ!')],
  ])('refuses %s with a reason', (_title, damage) => {
    expect(parseP1Telegram(bytes(damage(signed('OHM5TEST', ...body))))).toMatchObject({
      ok: false,
      reason: 'wrong_crc',
    })
  })
})

describe('the meter', () => {
  it('is identified by its own number, not by that of a gas meter beside it', () => {
    expect(read(signed('OHM5TEST', '0-1:96.1.0(474153)', '0-0:96.1.1(34353330)')).meterId).toBe(
      read(signed('OHM5TEST', '0-0:96.1.1(34353330)')).meterId,
    )
    expect(read(signed('OHM5TEST', '0-1:96.1.0(474153)')).meterId).toBe(null)
  })
})

describe('the values of a telegram', () => {
  it('are watts and watt-hours with import positive', () => {
    expect(
      valuesOf(
        '1-0:1.8.0(000123.456*kWh)',
        '1-0:2.8.0(000001.001*kWh)',
        '1-0:1.7.0(00.200*kW)',
        '1-0:2.7.0(01.250*kW)',
      ),
    ).toEqual({
      energy_import: 123_456,
      energy_export: 1001,
      power: -1050,
    })
  })
  it('sum the tariffs if no total is printed', () => {
    expect(valuesOf('1-0:1.8.1(012345.678*kWh)', '1-0:1.8.2(000000.111*kWh)')).toEqual({
      energy_import: 12_345_789,
      energy_import_t1: 12_345_678,
      energy_import_t2: 111,
    })
  })
  it('accept W and Wh, suffixes and many decimals', () => {
    expect(
      valuesOf(
        '1-0:1.8.0*255(00032549.5061662*kWh)',
        '1-0:1.7.0*255(001688.21*W)',
        '1-0:2.8.0(000000058*Wh)',
      ),
    ).toEqual({
      energy_import: 32_549_506.1662,
      power: 1688.21,
      energy_export: 58,
    })
  })
  it('give currents the sign of their phase', () => {
    expect(
      valuesOf(
        '1-0:21.7.0(00.000*kW)',
        '1-0:22.7.0(00.690*kW)',
        '1-0:31.7.0(003*A)',
        '1-0:32.7.0(230.1*V)',
        '1-0:51.7.0(002*A)',
      ),
    ).toEqual({
      power_l1: -690,
      current_l1: -3,
      voltage_l1: 230.1,
      current_l2: 2,
    })
  })
  it('leave the sign of a current alone if its phase carries no power', () => {
    const [idle, unknown] = [
      valuesOf('1-0:21.7.0(00.000*kW)', '1-0:22.7.0(00.000*kW)', '1-0:31.7.0(001*A)'),
      valuesOf('1-0:31.7.0(001*A)'),
    ]
    expect(idle).toEqual({ power_l1: 0, current_l1: 1 })
    expect(unknown).toEqual({ current_l1: 1 })
  })
  it('include reactive power, frequency, tariff, the quarter-hour and the monthly peak', () => {
    expect(
      valuesOf(
        '1-0:3.7.0(00.100*kVAr)',
        '1-0:4.7.0(00.350*kvar)',
        '1-0:14.7.0(50.01*Hz)',
        '0-0:96.14.0(0002)',
        '1-0:1.4.0(02.351*kW)',
        '1-0:1.6.0(200509134558S)(02.589*kW)',
        '1-0:13.7.0(4.556)',
      ),
    ).toEqual({
      reactive_power: -250,
      frequency: 50.01,
      tariff: 2,
      power_avg_15m: 2351,
      power_peak_month: 2589,
    })
  })
  it('skip malformed codes, logs and long texts', () => {
    expect(
      valuesOf(
        '1-0:99:97.0(1)(0-0:96.7.19)(190326095015W)(0000002014*s)',
        `0-0:96.13.0(${'30'.repeat(1024)})`,
        '1-0:32.32.0(00001)',
        '1-0:1.7.0(abc*kW)',
        '1-0:1.7.0',
        'rubbish',
        '1-0:2.7.0(00.100*kW',
      ),
    ).toEqual({})
  })
})

describe('the clock of a meter', () => {
  it.each([
    ['0-0:1.0.0(260329013000W)', '2026-03-29T01:30:00', 'winter'],
    ['0-0:1.0.0(260715120000S)', '2026-07-15T12:00:00', 'summer'],
    ['0-0:1.0.0(260715120000)', '2026-07-15T12:00:00', null],
  ])('%s', (line, local, season) => {
    expect(read(signed('OHM5TEST', line)).meterTime).toEqual({ local, season })
  })
  it('is read from separate codes for date and time', () => {
    const telegram = read(
      `${covered('ISK5\\2MTEST', ['1-0:0.9.1(222553)', '1-0:0.9.2(251002)', '1-0:1.7.0(2.356*kW)'])}\r\n`,
    )
    expect(telegram).toMatchObject({
      crc: 'absent',
      meterTime: { local: '2025-10-02T22:25:53', season: null },
      values: { power: 2356 },
    })
  })
  it('is unknown if the digits are no time', () => {
    expect(parseMeterTime('632525252525W')).toBeNull()
    expect(parseMeterTime('260230120000S')).toBeNull()
    expect(parseMeterTime('')).toBeNull()
  })
  it('distinguishes the two halves of the repeated hour by the season, else by the arrival', () => {
    const zone = 'Europe/Ljubljana'
    const first = Date.UTC(2026, 9, 25, 0, 30)
    const second = Date.UTC(2026, 9, 25, 1, 30)
    const time = (mark: string) => parseMeterTime(`261025023000${mark}`)!
    expect(toInstant(time('S'), zone, second)).toBe(first)
    expect(toInstant(time('W'), zone, first)).toBe(second)
    expect(toInstant(time(''), zone, second + 2000)).toBe(second)
    expect(toInstant(time(''), zone, first + 2000)).toBe(first)
  })
})

describe('meters behind the meter', () => {
  it('are read with their own time, kind and id', () => {
    const id = '4F484D3030303031'
    expect(
      read(
        signed(
          'OHM5TEST',
          '0-1:24.1.0(003)',
          `0-1:96.1.0(${id})`,
          '0-1:24.2.1(260115120500W)(00981.443*m3)',
          '0-2:24.1.0(012)',
          '0-2:24.2.1(260115120000W)(1.234*GJ)',
        ),
      ).mbus,
    ).toEqual([
      {
        channel: 1,
        kind: 'gas',
        id: 'OHM00001',
        value: 981.443,
        unit: 'm3',
        time: { local: '2026-01-15T12:05:00', season: 'winter' },
      },
      {
        channel: 2,
        kind: 'heat',
        id: null,
        value: 1.234,
        unit: 'GJ',
        time: { local: '2026-01-15T12:00:00', season: 'winter' },
      },
    ])
  })
  it('may print the value on a line of its own', () => {
    const lines = [
      '0-1:24.1.0(3)',
      '0-1:24.3.0(161107190000)(00)(60)(1)(0-1:24.2.1)(m3)',
      '(00001.001)',
      '0-1:24.4.0(1)',
    ]
    expect(read(`${covered('OHM5TEST', lines)}\r\n`).mbus).toMatchObject([
      { kind: 'gas', value: 1.001, unit: 'm3' },
    ])
  })
  it('have no value before they first report', () => {
    expect(
      read(signed('OHM5TEST', '0-1:24.1.0(003)', '0-1:24.2.1(700101010000W)(00000000)')).mbus,
    ).toMatchObject([{ value: null, unit: null }])
  })
})

describe('hostile input', () => {
  it.each([
    ['nothing', '', 'no_telegram'],
    ['no end', '/OHM5TEST\r\n\r\n1-0:1.7.0(1*kW)\r\n', 'no_telegram'],
    ['too much', `/${'x'.repeat(40_000)}`, 'too_large'],
  ])('is refused: %s', (_title, text, reason) => {
    expect(parseP1Telegram(bytes(text))).toMatchObject({ ok: false, reason })
  })
  it('never throws, and never returns anything but finite numbers', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary-ascii', maxLength: 30 }),
      fc.constantFrom(
        '1-0:1.8.0(',
        '*kWh)',
        ')(',
        '\r\n',
        '!',
        '/',
        '0-1:24.2.1(',
        '99999999999',
        '.',
        '(((',
        '0-0:1.0.0(261025023000S)',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.boolean(), (pieces, isFramed) => {
        const text = isFramed ? `${covered('OHM5', [pieces.join('')])}\r\n` : pieces.join('')
        const result = parseP1Telegram(bytes(text))
        if (result.ok) expect(Object.values(result.telegram.values).every(Number.isFinite)).toBe(true)
      }),
    )
  })
})
