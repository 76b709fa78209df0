import { describe, expect, test } from 'vitest'
import { createFormat } from '../i18n/format.ts'
import { quantityText } from './format-quantity.ts'

const en = createFormat('en', 'en-GB')
const sl = createFormat('sl', 'sl')
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('quantities', () => {
  test.each<[number | null, string, 'auto' | 'base' | 'kilo' | undefined, string]>([
    [0, 'W', undefined, '0 W'],
    [999.6, 'W', undefined, '1,000 W'],
    [1234, 'W', undefined, '1.23 kW'],
    [-12_340, 'W', undefined, '−12.3 kW'],
    [2_345_678, 'Wh', undefined, '2.35 MWh'],
    [57.4, '%', undefined, '57.4%'],
    [57, '%', undefined, '57%'],
    [57.001, '%', undefined, '57%'],
    [12.3456, '%', undefined, '12.35%'],
    [231.25, 'V', undefined, '231 V'],
    [1234, 'W', 'base', '1,234 W'],
    [120, 'W', 'kilo', '0.12 kW'],
    [57.4, '%', 'kilo', '57.4%'],
    [null, 'W', undefined, '– kW'],
    [Number.NaN, 'Wh', 'base', '– Wh'],
    [4, '', undefined, '4.00'],
  ])('%s %s %s', (value, unit, scaling, expected) => {
    expect(plain(quantityText(value, unit, en, scaling))).toBe(expected)
  })
  test('follows the language', () => {
    expect(plain(quantityText(1234, 'W', sl))).toBe('1,23 kW')
  })
})
