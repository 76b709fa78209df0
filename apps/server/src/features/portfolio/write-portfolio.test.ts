import type { PortfolioOptimisation, PortfolioRow } from '@ohmstead/contract/portfolio'
import { supportedLocales } from '@ohmstead/domain/i18n/locales'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { createWords } from '../calculations/documents/document-words.ts'
import { writePortfolioFile } from './write-portfolio.ts'

const optimisation = {
  from: '2025-01-01',
  to: '2025-12-31',
  advice_from: '2026-01-01',
} as PortfolioOptimisation

test.each(supportedLocales)(
  'the workbook of a portfolio opens in %s, under its whole title',
  async (locale) => {
    const file = await writePortfolioFile({
      kind: 'portfolio',
      format: 'xlsx',
      rows: [],
      optimisation,
      locale,
    })
    const { sheets } = await readXlsx(file)
    expect(sheets[0]!.rows[0]![0]).toBe(createWords(locale).t('portfolio.file.title'))
  },
)

test('the powers of the blocks stand in their order, those now before those recommended', async () => {
  const row = {
    ...{ eimm: '4-0000001', title: 'Hiša', owner: null, advice: 'change', error: null, so_far: null },
    ...{ current_powers_kw: [1, 2, 3, 4, 5], recommended_powers_kw: [6, 7, 8, 9, 10], confidence: null },
  } as unknown as PortfolioRow
  const file = await writePortfolioFile({
    ...{ kind: 'portfolio', format: 'xlsx', rows: [row], optimisation, locale: 'en' },
  })
  const [, , heads, cells] = (await readXlsx(file)).sheets[0]!.rows
  const at = cells!.indexOf(1)
  expect(cells!.slice(at, at + 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(heads!.slice(at, at + 2)).toEqual([expect.stringMatching(/1/), expect.stringMatching(/2/)])
})
