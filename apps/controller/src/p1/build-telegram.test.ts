import { describe, expect, it } from 'vitest'
import { buildTelegram, calculateCrc16 } from './build-telegram.ts'

const reading = {
  ts: Date.parse('2026-07-01T10:20:02Z'),
  values: {
    'grid/power': -1234,
    'grid/energy_import': 317_695_000.4,
    'grid/energy_import_t1': 162_246_000,
    'grid/energy_import_t2': 155_449_000,
    'grid/energy_export': 12_000,
    'grid/energy_export_t1': 9_000,
    'grid/energy_export_t2': 3_000,
    'grid/power_l1': -1300,
    'grid/power_l2': 66,
    'grid/current_l1': -5.65,
    'grid/voltage_l1': 234.56,
    'grid/tariff': 1,
  },
}

describe('buildTelegram', () => {
  it('computes CRC-16/ARC (check value of the catalogue)', () => {
    expect(calculateCrc16('123456789')).toBe(0xbb3d)
  })

  it('ends a DSMR 5 telegram with the checksum of its content', () => {
    const text = buildTelegram(reading, { style: 'dsmr5', timeZone: 'Europe/Amsterdam', serial: 'E0001' })
    const [, body, crc] = /^(.*!)([0-9A-F]{4})\r\n$/s.exec(text)!
    expect(Number.parseInt(crc!, 16)).toBe(calculateCrc16(body!))
    expect(text).toContain('0-0:1.0.0(260701122002S)\r\n')
    expect(text).toContain('1-0:1.8.2(162246.000*kWh)\r\n')
    expect(text).toContain('1-0:1.7.0(00.000*kW)\r\n1-0:2.7.0(01.234*kW)\r\n')
    expect(text).toContain('0-0:96.14.0(0002)')
  })

  it('writes a Slovenian telegram without a checksum, VT as the first register', () => {
    const text = buildTelegram(reading, {
      style: 'slovenian',
      timeZone: 'Europe/Ljubljana',
      serial: '71234567',
    })
    expect(text.endsWith('\r\n!\r\n')).toBe(true)
    expect(text).toContain('1-0:0.9.1(122002)\r\n1-0:0.9.2(260701)\r\n1-0:1.8.0(317695.000*kWh)')
    expect(text).toContain('1-0:1.8.1(162246.000*kWh)\r\n1-0:1.8.2(155449.000*kWh)')
    expect(text).toContain('1-0:32.7.0(234.6*V)\r\n1-0:31.7.0(005.65*A)\r\n')
    expect(text).toContain('1-0:21.7.0(00.000*kW)\r\n1-0:41.7.0(00.066*kW)\r\n1-0:22.7.0(01.300*kW)')
  })

  it('omits unknown values', () => {
    const text = buildTelegram(
      { ts: reading.ts, values: { 'grid/power': 5, 'grid/energy_import': null } },
      { style: 'slovenian', timeZone: 'UTC', serial: '1' },
    )
    expect(text).not.toContain('1.8.0')
  })
})
