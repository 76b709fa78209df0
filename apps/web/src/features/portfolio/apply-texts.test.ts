import { describe, expect, it } from 'vitest'
import { createFormat } from '../../shared/i18n/format.ts'
import { createFormatDay } from '../../shared/i18n/use-format-day.ts'
import type { Translate } from '../../shared/i18n/use-t.ts'
import { createFormatEuro } from '../../shared/use-euro.ts'
import { type ApplicationWords, findApplicable, writeApplications } from './apply-texts.ts'
import type { PortfolioRow } from './portfolio-query.ts'

const row = (change: Partial<PortfolioRow>): PortfolioRow =>
  ({
    device_id: 1,
    eimm: '4-1234567',
    title: 'Mill',
    advice: 'change',
    recommended_powers_kw: [3.4, 3.4, 5, 5.1, 10],
    yearly_saving: 113.4,
    ...change,
  }) as PortfolioRow

const t: Translate = (key, values) => `${key.split('.').at(-1)} ${Object.values(values ?? {}).join(' ')}`

const words = (locale: string): ApplicationWords => ({
  t,
  format: createFormat(locale, locale),
  euro: createFormatEuro(locale),
  day: createFormatDay(locale),
  run: { advice_from: '2026-12-01', levies: true, vat: true },
})

describe('request texts', () => {
  it('name the point, the power of each block and the saving in the format of the language', () => {
    const text = writeApplications([row({})], words('sl'))
    expect(text.replaceAll('\u00a0', ' ').split('\n')).toEqual([
      'point 4-1234567 Mill',
      'block 1 3,4',
      'block 2 3,4',
      'block 3 5,0',
      'block 4 5,1',
      'block 5 10,0',
      'saving 113 € 1. 12. 2026 all ',
    ])
  })

  it('name a small saving to the cent, as the page of the point does', () => {
    expect(writeApplications([row({ yearly_saving: 9.4 })], words('en'))).toContain(
      'saving €9.40 1 December 2026',
    )
  })

  it('say nothing of a saving that is unknown', () => {
    expect(writeApplications([row({ yearly_saving: null })], words('en'))).not.toContain('saving')
  })

  it('omit points that gain nothing', () => {
    const rows = [
      row({}),
      row({ device_id: 2, advice: 'keep' }),
      row({ device_id: 3, advice: 'in_use_unknown' }),
      row({ device_id: 4, advice: null, recommended_powers_kw: null }),
    ]
    expect(findApplicable(rows).map(({ device_id }) => device_id)).toEqual([1])
    expect(writeApplications(rows.slice(1), words('en'))).toBe('')
  })
})
