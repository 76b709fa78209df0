import fc from 'fast-check'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { startWorkbook } from './workbook-sheet.ts'

const namesOf = (titles: string[]) => {
  const book = startWorkbook()
  return titles.map((title) => book.createSheet(title, [10]).sheet.name)
}

test('a sheet is named after its title as far as Excel allows', () => {
  expect(
    namesOf(['Lines', 'Rezervovaná kapacita viacerých odberných miest', "'[1/2]: a*b\\c?'", '']),
  ).toEqual(['Lines', 'Rezervovaná kapacita viacerých', '1 2   a b c', '-'])
})

test('equal titles, truncated or not, in any case, get different names', () => {
  const long = 'Agreed power of a great many metering points'
  expect(namesOf([long, `${long} again`, 'Lines', 'LINES'])).toEqual([
    'Agreed power of a great many me',
    'Agreed power of a great man (2)',
    'Lines',
    'LINES (2)',
  ])
})

test('any titles make a workbook that opens, with formulas that find their sheets', async () => {
  const titles = fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(titles, async (texts) => {
      const book = startWorkbook()
      const builders = texts.map((text) => book.createSheet(text, [10]))
      for (const { sheet, ref } of builders) expect(ref).toBe(`'${sheet.name.replaceAll("'", "''")}'!`)
      const { sheets } = await readXlsx(await writeXlsx({ sheets: builders.map(({ sheet }) => sheet) }))
      const names = sheets.map(({ name }) => name)
      expect(names).toEqual(builders.map(({ sheet }) => sheet.name))
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(texts.length)
    }),
    { numRuns: 50 },
  )
})
