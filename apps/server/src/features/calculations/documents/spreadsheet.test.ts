import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readZipTexts } from '../../../testing/read-zip.ts'
import { writeCommaSeparated, writeSpreadsheet } from './spreadsheet.ts'
import { startWorkbook } from './workbook-sheet.ts'

// The features of the workbook library that are used, read back without that library.

const book = startWorkbook()
const main = book.createSheet("Ana's lines", [14, 8.5], true)
main.row(['Title'], 'title')
main.row(['Month', 'kWh', 'EUR'], 'head')
main.row([
  { value: new Date('2026-02-01T00:00:00Z'), kind: 'month' },
  { value: 1.5, kind: 'energy' },
  { value: 3, formula: 'B3*2', kind: 'money' },
])
main.row([{ value: 'Sum' }, { value: 0.1 + 0.2, formula: 'SUM(B3:B3)', kind: 'energy' }], 'total')
main.row(['=1+1', true, null, '<a>&"č" 😀', { value: 'quiet', isQuiet: true }])
main.sentence('A long sentence. '.repeat(5))
main.sheet.freezePane = { rows: 2, columns: 1 }
main.sheet.autoFilter = { range: 'A2:C3' }
const other = book.createSheet('Other', [10])
other.row([{ value: 3, formula: `${main.ref}C3` }])

const archive = readZipTexts(
  Buffer.from(
    await writeSpreadsheet([main.sheet, other.sheet], {
      title: 'Point <1>',
      creator: 'Ohmstead',
      created: new Date('2026-03-01T10:00:00Z'),
    }),
  ),
)
const part = (name: string) => archive.get(name)!
const sheet = part('xl/worksheets/sheet1.xml')
const styles = part('xl/styles.xml')
const shared = [...part('xl/sharedStrings.xml').matchAll(/<si><t[^>]*>(.*?)<\/t><\/si>/g)].map(
  ([, text]) => text,
)
const styleOf = (tag: 'font' | 'fill' | 'border', index: number) =>
  [...styles.matchAll(new RegExp(`<${tag}>.*?</${tag}>`, 'g'))][index]![0]

function readCell(address: string) {
  const [, attributes = '', content = ''] = new RegExp(`<c r="${address}"([^>]*)>(.*?)</c>`).exec(sheet) ?? []
  const text = /<v>(.*?)<\/v>/.exec(content)?.[1]
  const style = [...styles.matchAll(/<xf [^>]*?(?:\/>|>.*?<\/xf>)/g)].map(([xf]) => xf).slice(1)
  const xf = style[Number(/ s="(\d+)"/.exec(attributes)?.[1] ?? 0)]!
  const index = (name: string) => Number(new RegExp(`${name}Id="(\\d+)"`).exec(xf)?.[1])
  return {
    value: attributes.includes('t="s"') ? shared[Number(text)] : text,
    type: / t="(\w+)"/.exec(attributes)?.[1],
    formula: /<f>(.*?)<\/f>/.exec(content)?.[1],
    format: new RegExp(`numFmtId="${index('numFmt')}" formatCode="([^"]*)"`).exec(styles)?.[1],
    font: styleOf('font', index('font')),
    fill: styleOf('fill', index('fill')),
    border: styleOf('border', index('border')),
    alignment: /<alignment [^>]*>/.exec(xf)?.[0],
  }
}

test('numbers, days, texts and booleans keep their type, and texts are never markup or formulas', () => {
  expect(readCell('A3')).toMatchObject({ value: '46054', format: 'mmm yyyy' })
  expect(readCell('B3')).toMatchObject({ value: '1.5', format: '#,##0.000' })
  expect(readCell('A5')).toMatchObject({ value: '=1+1', type: 's', formula: undefined })
  expect(readCell('B5')).toMatchObject({ value: '1', type: 'b' })
  expect(readCell('C5').value).toBeUndefined()
  expect(readCell('D5').value).toBe('&lt;a&gt;&amp;"č" 😀')
})

test('a formula includes its result, also one that refers to another sheet', () => {
  expect(readCell('C3')).toMatchObject({ formula: 'B3*2', value: '3', format: '#,##0.00' })
  expect(Number(readCell('B4').value)).toBe(0.1 + 0.2)
  expect(part('xl/worksheets/sheet2.xml')).toMatch(/<f>'Ana('|&apos;){2}s lines'!C3<\/f><v>3<\/v>/)
})

test('titles, heads, sums and notes are styled as such', () => {
  expect(readCell('A1').font).toMatch(/<b\/>.*<sz val="16"\/>/)
  const head = readCell('A2')
  expect(head.font).toMatch(/<b\/>.*<sz val="11"\/>.*<name val="Calibri"\/>/)
  expect(head.fill).toContain('<patternFill patternType="solid"><fgColor rgb="FFE4EFEC"/>')
  expect(head.border).toContain('<bottom style="thin"><color rgb="FF16191D"/>')
  expect(head.alignment).toMatch(/wrapText="(1|true)"/)
  expect(readCell('B4').border).toContain('<top style="thin">')
  expect(readCell('E5').font).toContain('<color rgb="FF5B6570"/>')
})

test('a sheet has its widths, frozen rows, filter, merged sentences and its page', () => {
  expect(sheet).toContain('<col min="1" max="1" width="14"')
  expect(sheet).toContain('<col min="2" max="2" width="8.5"')
  expect(sheet).toMatch(/<pane xSplit="1" ySplit="2" topLeftCell="B3" [^>]*state="frozen"/)
  expect(sheet).toContain('<autoFilter ref="A2:C3"/>')
  expect(sheet).toContain('<mergeCell ref="A6:B6"/>')
  expect(sheet).toMatch(/<row r="6" ht="60" customHeight="1">/)
  expect(sheet).toMatch(/<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/)
  expect(part('xl/worksheets/sheet2.xml')).toContain('orientation="portrait"')
})

test('the file has sheet names, title, author and time, and requests recalculation on opening', () => {
  const names = [...part('xl/workbook.xml').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name)
  expect(names).toEqual(['Ana&apos;s lines', 'Other'])
  expect(part('xl/workbook.xml')).toContain('fullCalcOnLoad="1"')
  expect(part('docProps/core.xml')).toContain(
    '<dc:title>Point &lt;1&gt;</dc:title><dc:creator>Ohmstead</dc:creator>',
  )
  expect(part('docProps/core.xml')).toContain('2026-03-01T10:00:00Z</dcterms:created>')
})

test('characters that XML has no place for spoil no file, wherever a name has them', async () => {
  const odd = startWorkbook().createSheet('Hiša\uFFFF', [10])
  odd.row(['Hiša\uFFFE', { value: 'x\uFFFF' }], 'head')
  odd.sheet.rows!.push(['Plain\uFFFF', 1])
  const written = await writeSpreadsheet([odd.sheet], { title: 'Hiša\uFFFF', creator: 'Ohmstead' })
  const texts = [...readZipTexts(Buffer.from(written)).values()].join('\n')
  expect(texts.match(/[\uFFFE\uFFFF]/)).toBeNull()
  expect(texts.match(/(Hiša|x|Plain)\uFFFD/g)).toHaveLength(5)
})

test('CSV declares UTF-8, quotes what needs it, and contains nothing that a spreadsheet runs', () => {
  const text = writeCommaSeparated([
    ['a', 'b'],
    ['=1+1', 2.5],
    ['x"y, z', null],
    ['@cmd', -3],
  ])
  expect(text).toBe('\uFEFFa,b\r\n\'=1+1,2.5\r\n"x""y, z",\r\n\'@cmd,-3')
})

test('no other file of the server depends on the library', () => {
  const source = new URL('../../../', import.meta.url)
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'))
  const users = files.filter((file) => /from 'hucre/.test(readFileSync(new URL(file, source), 'utf8')))
  expect(users).toEqual(['features/calculations/documents/spreadsheet.ts'])
})
