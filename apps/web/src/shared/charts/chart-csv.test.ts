import { describe, expect, test } from 'vitest'
import { formatCsv, formatLocalTime } from './chart-csv.ts'

describe('CSV', () => {
  test('names both clock times of the repeated hour, leaves unknown empty and marks estimates', () => {
    const ts = ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'].map(Date.parse)
    const csv = formatCsv({
      ts,
      timeZone: 'Europe/Ljubljana',
      columns: [
        { key: 'home', label: 'Dom, skupaj', unit: 'Wh', values: [1234.5678, Number.NaN, 0] },
        { key: 'mode', label: 'mode', unit: '', values: ['a "b"', null, 'c'] },
      ],
      estimated: [0],
      incomplete: [2],
    })
    expect(csv.split('\r\n')).toEqual([
      '\uFEFFtime (Europe/Ljubljana),time (UTC),"Dom, skupaj [Wh]",mode,quality',
      '2026-10-25T02:00+02:00,2026-10-25T00:00:00Z,1234.568,"a ""b""",estimated',
      '2026-10-25T02:00+01:00,2026-10-25T01:00:00Z,,,',
      '2026-10-25T03:00+01:00,2026-10-25T02:00:00Z,0,c,incomplete',
      '',
    ])
  })
  test('prices keep more decimals than energy', () => {
    const values = [0.08891 + 1e-17, 0.123456789, -0.04416]
    const csv = formatCsv({
      ts: values.map((_, at) => at * 900_000),
      timeZone: 'UTC',
      columns: [
        { key: 'price', label: 'Price', unit: '€/kWh', values, decimals: 8 },
        { key: 'energy', label: 'Energy', unit: 'kWh', values },
      ],
      ...{ estimated: [], incomplete: [] },
    })
    const rows = csv.split('\r\n').slice(1, 4)
    expect(rows.map((row) => row.split(',').slice(2, 4))).toEqual([
      ['0.08891', '0.089'],
      ['0.12345679', '0.123'],
      ['-0.04416', '-0.044'],
    ])
  })
  test('a name or a text that begins like a formula is none', () => {
    const values = ['=1+1', '+1', '@SUM(A1)', '-cmd', '-0.05', 'a=1']
    const csv = formatCsv({
      ts: values.map((_, at) => at * 3_600_000),
      timeZone: 'UTC',
      columns: [{ key: 'a', label: '=cmd|/C calc!A0', unit: 'W', values }],
      ...{ estimated: [], incomplete: [] },
    })
    const cells = csv.split('\r\n').map((line) => line.split(',')[2])
    expect(cells).toEqual([
      "'=cmd|/C calc!A0 [W]",
      ...["'=1+1", "'+1", "'@SUM(A1)", "'-cmd", '-0.05', 'a=1'],
      undefined,
    ])
  })
  test.each([
    ['west of Greenwich with half an hour', 'America/St_Johns', '2026-01-01T08:30-03:30'],
    ['UTC', 'UTC', '2026-01-01T12:00+00:00'],
  ])('local time %s', (_, zone, expected) => {
    expect(formatLocalTime(Date.parse('2026-01-01T12:00:00Z'), zone)).toBe(expected)
  })
})
