import { describe, expect, it } from 'vitest'
import { createFormat } from '../../shared/i18n/format.ts'
import type { Translate } from '../../shared/i18n/use-t.ts'
import { findApplicable, writeApplications } from './apply-texts.ts'
import type { PortfolioRow } from './portfolio-query.ts'

const row = (change: Partial<PortfolioRow>): PortfolioRow =>
  ({
    device_id: 1,
    eimm: '4-1234567',
    title: 'Mill',
    advice: 'change',
    recommended_powers_kw: [3.4, 3.4, 5, 5.1, 10],
    ...change,
  }) as PortfolioRow

const t: Translate = (key, values) => `${key.split('.').at(-1)} ${Object.values(values ?? {}).join(' ')}`

describe('request texts', () => {
  it('name the point and the power of each block in the format of the language', () => {
    const text = writeApplications([row({})], t, createFormat('sl', 'sl'))
    expect(text.split('\n')).toEqual([
      'point 4-1234567 Mill',
      'block 1 3,4',
      'block 2 3,4',
      'block 3 5,0',
      'block 4 5,1',
      'block 5 10,0',
    ])
  })

  it('omit points that gain nothing', () => {
    const rows = [
      row({}),
      row({ device_id: 2, advice: 'keep' }),
      row({ device_id: 3, advice: 'in_use_unknown' }),
      row({ device_id: 4, advice: null, recommended_powers_kw: null }),
    ]
    expect(findApplicable(rows).map(({ device_id }) => device_id)).toEqual([1])
    expect(writeApplications(rows.slice(1), t, createFormat('en', 'en'))).toBe('')
  })
})
