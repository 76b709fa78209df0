import { expect, test } from 'vitest'
import { createPriceText } from './use-price-text.ts'

test('prices have five decimals or all they were entered with, in the format of the language', () => {
  const sl = createPriceText('sl')
  expect(sl.price('0.1199', 'EUR')).toBe('0,11990\u00a0€/kWh')
  expect(sl.price('0.0303', 'EUR')).toBe('0,03030\u00a0€/kWh')
  expect(sl.price('0.1098512', 'EUR')).toBe('0,1098512\u00a0€/kWh')
  expect(sl.price('0.1', 'EUR')).toBe('0,10000\u00a0€/kWh')
  expect(sl.price('-0.01199', 'EUR')).toBe('−0,01199\u00a0€/kWh')
  expect(sl.price('3.61324', 'EUR', 'kW')).toBe('3,61324\u00a0€/kW')
  expect(createPriceText('en').price('12', 'JPY')).toBe('JP¥12.000/kWh')
  expect(sl.bare('-0.1199', 'EUR')).toBe('−0,11990')
  expect(sl.price(null, 'EUR')).toBe('–')
})

test('prices of a column have the same decimals, as many as suppliers print', () => {
  const sl = createPriceText('sl')
  expect(sl.rate('0.0008', 'EUR')).toBe('0,00080\u00a0€/kWh')
  expect(sl.rate('0.1098512', 'EUR')).toBe('0,10985\u00a0€/kWh')
  expect(sl.rate('1.0923', 'EUR', 'kW')).toBe('1,09230\u00a0€/kW')
  expect(createPriceText('en').rate('12', 'JPY')).toBe('JP¥12.000/kWh')
  expect(sl.rate(null, 'EUR')).toBe('–')
})

test('money has the minor unit of its currency, and is never rounded by a binary fraction', () => {
  const en = createPriceText('en')
  expect(en.money('1.005', 'EUR')).toBe('€1.01')
  expect(en.money('2.5', 'JPY')).toBe('JP¥3')
  expect(en.money('1.2345', 'KWD').replace(/\s/g, ' ')).toBe('KWD 1.235')
  expect(en.money('-0.001', 'EUR')).toBe('€0.00')
  expect([en.symbol('EUR'), en.unit('EUR'), en.symbol('KWD')]).toEqual(['€', '€/kWh', 'KWD'])
})
