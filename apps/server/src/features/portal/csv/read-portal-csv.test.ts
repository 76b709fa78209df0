import { afterEach, describe, expect, test, vi } from 'vitest'
import { readPortalCsv } from './read-portal-csv.ts'

// The header, the row format and the two days of clock changes, as in published exports.
const head =
  'Merilno mesto,GSRN MM,Časovna značka,Leto,Mesec,Energija A+,Energija A-,Energija R+,Energija R-,P+ Prejeta delovna moč,P- Oddana delovna moč,Q+ Prejeta jalova moč,Q- Oddana jalova moč,Blok,Dogovorjena moč,Status odčitka A+,Status odčitka A-,Status odčitka R+,Status odčitka R-,Obračunski podatek'

const row = (stamp: string, imported: string, exported = '0.0000', state = '', block = '5', agreed = '') =>
  `4-7000001,383111570700000001,${stamp},2023,3,${imported},${exported},,,0.0000,0.0000,,,${block},${agreed},${state},${state},${state},${state},Ne`

const read = async (lines: string[], prefix = '') =>
  readPortalCsv(new TextEncoder().encode(`${prefix}${[head, ...lines].join('\n')}\n`))

const starts = (readings: { startMs: number }[]) =>
  readings.map(({ startMs }) => new Date(startMs).toISOString().slice(0, 16))

afterEach(() => vi.restoreAllMocks())

describe('the portal’s export', () => {
  test('identifies the point, and reads energy, not power, in kilowatt-hours', async () => {
    const { eimm, gsrn, readings, unreadable } = await read([
      row('2023-01-01T08:45', '0.1620', '0.0240'),
      row('2023-01-01T09:00', '0.0850', '0.2400'),
    ])
    expect({ eimm, gsrn, unreadable }).toEqual({
      ...{ eimm: '4-7000001', gsrn: '383111570700000001', unreadable: null },
    })
    expect(readings.imports.map(({ milliWh }) => milliWh)).toEqual([162_000, 85_000])
    expect(readings.exports.map(({ milliWh }) => milliWh)).toEqual([24_000, 240_000])
    expect(starts(readings.imports)).toEqual(['2023-01-01T07:30', '2023-01-01T07:45'])
  })

  test('after 01:45 in March comes 03:00: no quarter-hour is lost', async () => {
    const stamps = ['01:30', '01:45', '03:00', '03:15'].map((time) => `2023-03-26T${time}`)
    const { readings, unreadable } = await read(stamps.map((stamp) => row(stamp, '0.4000')))
    expect(unreadable).toBe(null)
    expect(starts(readings.imports)).toEqual([
      '2023-03-26T00:15',
      '2023-03-26T00:30',
      '2023-03-26T00:45',
      '2023-03-26T01:00',
    ])
  })

  test('the repeated hour in October is in the file twice, 02:00 to 02:45', async () => {
    const hour = ['02:00', '02:15', '02:30', '02:45']
    const times = ['01:45', ...hour, ...hour, '03:00', '03:15']
    const { readings } = await read(times.map((time) => row(`2023-10-29T${time}`, '0.2590')))
    const at = readings.imports.map(({ startMs }) => startMs)
    expect(starts(readings.imports).at(0)).toBe('2023-10-28T23:30')
    expect(at.map((one, place) => (one - at[0]!) / 900_000 - place)).toEqual(times.map(() => 0))
  })

  test('a cell of states may hold several codes in quotes', async () => {
    const { readings } = await read([
      row('2025-07-26T00:15', '0.0000', '0.0000', '"1.5.257, 1.5.259"'),
      row('2025-07-26T00:30', '0.2500', '0.0000', '"1.8.0, 3.8.0"'),
      row('2025-07-26T00:45', '0.2500', '0.0000', '"3.8.0, 1.5.259"'),
      row('2025-07-26T01:00', '0.2500', '0.0000', '1.2.32'),
    ])
    expect(readings.imports.map(({ milliWh, state }) => [milliWh, state])).toEqual([
      [null, 'm'],
      [250_000, 'e'],
      [null, 'm'],
      [250_000, '.'],
    ])
  })

  test('what was fed in has a state of its own', async () => {
    const line = row('2025-07-26T00:15', '0.2500', '0.1000', '1.2.32').replace(
      '1.2.32,1.2.32,',
      '1.2.32,"1.8.0, 3.8.0",',
    )
    const { readings } = await read([line])
    expect([readings.imports[0]!.state, readings.exports[0]!.state]).toEqual(['.', 'e'])
  })

  test('daily states and daily energies are told from other files', async () => {
    const refused = (head: string) => readPortalCsv(new TextEncoder().encode(`${head}\n1,2,3\n`))
    await expect(refused('Datum,Merilno mesto,Prejeta energija blok 1')).rejects.toThrow(
      'csv_not_quarter_hours',
    )
    await expect(refused('Datum,Ime,Znesek')).rejects.toThrow('csv_unknown_columns')
  })

  test('a file of two points is refused', async () => {
    const other = row('2025-01-15T00:30', '1.0000').replace('4-7000001', '4-7000002')
    await expect(read([row('2025-01-15T00:15', '1.2500'), other])).rejects.toThrow('csv_several_points')
  })

  test.each([
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['quotes around every cell', (text: string) => text.replace(/[^,\n]+/g, '"$&"')],
    ['semicolons and decimal commas', (text: string) => text.replaceAll(',', ';').replaceAll('.', ',')],
    ['tabs', (text: string) => text.replaceAll(',', '\t')],
    ['Windows line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['capitals', (text: string) => text.toUpperCase()],
    ['another name of the time', (text: string) => text.replace('Časovna značka', 'Timestamp')],
    ['a hint to spreadsheets', (text: string) => `sep=,\r\n${text}`],
    ['old Mac accents apart', (text: string) => text.normalize('NFD')],
  ])('%s changes nothing', async (_, change) => {
    const text = [head, row('2025-01-15T00:15', '1.2500'), row('2025-01-15T00:30', '0.0010')].join('\n')
    const plain = await readPortalCsv(new TextEncoder().encode(text))
    expect(plain.readings.imports.map(({ milliWh }) => milliWh)).toEqual([1_250_000, 1000])
    expect(await readPortalCsv(new TextEncoder().encode(change(text)))).toEqual(plain)
  })

  test('as a spreadsheet saves Unicode text', async () => {
    const text = [head, row('2025-01-15T00:15', '1.2500')].join('\r\n').replaceAll(',', '\t')
    const { eimm, readings } = await readPortalCsv(Buffer.from(`\uFEFF${text}`, 'utf16le'))
    expect(eimm).toBe('4-7000001')
    expect(readings.imports.map(({ milliWh }) => milliWh)).toEqual([1_250_000])
  })

  test('an unclosed quote invalidates its row and no other', async () => {
    const good = row('2025-01-15T00:15', '1.2500')
    const { readings, unreadable } = await read([good, `"${row('2025-01-15T00:30', '1.0000')}`])
    expect(readings.imports).toHaveLength(1)
    expect(unreadable).toEqual({ count: 1, first: { row: 3, column: 'Merilno mesto' } })
  })

  test.each([
    ['head', (long: string) => [long], 'csv_unknown_columns'],
    ['row', (long: string) => [head, row('2025-01-15T00:15', '1.2500'), long], 'csv_changed'],
  ])('an endless %s is refused before it costs anything', async (_, lines, reason) => {
    const content = new TextEncoder().encode(lines(';'.repeat(8_000_000)).join('\n'))
    const parsed = vi.spyOn(String.prototype, 'normalize')
    await expect(readPortalCsv(content)).rejects.toThrow(reason)
    expect(parsed).not.toHaveBeenCalled()
  })

  test('an identifier that a spreadsheet turned into a date: the other one identifies the point', async () => {
    const { eimm, gsrn } = await read([row('2025-01-15T00:15', '1.2500').replace('4-7000001', 'apr.67')])
    expect([eimm, gsrn]).toEqual(['383111570700000001', '383111570700000001'])
    const rounded = row('2025-01-15T00:15', '1.2500').replace('383111570700000001', '3.83112E+17')
    expect(await read([rounded])).toMatchObject({ eimm: '4-7000001', gsrn: null })
  })

  test.each([
    [
      'neither identifier is left',
      (text: string) => text.replace('4-7000001', 'apr.67').replace('3831115707', '3.8E+'),
    ],
  ])('is refused as changed by a spreadsheet if %s', async (_, change) => {
    await expect(read([change(row('2025-01-15T00:15', '1.2500'))])).rejects.toThrow('csv_changed')
  })

  test.each([
    ['no time', (text: string) => text.replaceAll('2025-01-15T', '1/15/2025 '), 'Časovna značka'],
    ['no energy', (text: string) => text.replaceAll('1.2500', 'jan.25'), 'Energija A+'],
    ['nothing fed in', (text: string) => text.replaceAll('0.0240', '2.4E-02'), 'Energija A-'],
  ])(
    'of which %s can be read in most rows is refused with the place of the first',
    async (_, change, column) => {
      const times = ['00:15', '00:30', '00:45']
      const lines = times.map((time) => change(row(`2025-01-15T${time}`, '1.2500', '0.0240')))
      const good = row('2025-01-15T01:00', '1.0000')
      await expect(read([good, ...lines])).rejects.toMatchObject({
        code: 'csv_unreadable',
        place: { row: 3, column },
      })
      expect((await read([good, good, lines[0]!, lines[1]!])).unreadable).toEqual({
        count: 2,
        first: { row: 4, column },
      })
    },
  )

  test('energies with more than six decimals are rounded to a milliwatt-hour', async () => {
    const { readings, unreadable } = await read([row('2025-01-15T00:15', '0.12345649999999')])
    expect(readings.imports.map(({ milliWh }) => milliWh)).toEqual([123_456])
    expect(unreadable).toBe(null)
  })

  test('reads the agreed power of each block; if the column is empty the powers are unknown', async () => {
    const agreed = (stamp: string, block: string, kw: string) => row(stamp, '0.1', '0', '', block, kw)
    const { agreedPowers } = await read([
      agreed('2025-01-15T07:15', '1', '3.6'),
      agreed('2025-01-15T06:15', '"2 - Časovni blok 2"', '4'),
      agreed('2025-01-31T24:00', '', '4.5'),
    ])
    expect(agreedPowers).toEqual({
      changes: [{ fromDay: '2025-01-01', blocksKw: [3.6, 4, 4.5, 4.5, 4.5], assumedBlocks: [4, 5] }],
      untilDay: '2025-01-31',
    })
    expect((await read([row('2025-01-15T00:15', '1.2500')])).agreedPowers).toBe(null)
  })

  test('a file that is no text is refused as another file', async () => {
    const bytes = new TextEncoder().encode('%PDF-1.7\n"x"y;"\n')
    await expect(readPortalCsv(bytes)).rejects.toThrow('csv_unknown_columns')
  })
})
