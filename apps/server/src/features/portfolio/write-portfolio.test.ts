import type { PortfolioOptimisation } from '@ohmstead/contract/portfolio'
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
