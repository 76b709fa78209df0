import { i18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { fieldError } from './field-error.ts'

test('a bound is written as numbers are typed in the language', () => {
  const bounds: unknown[] = []
  const write = (min: number) =>
    fieldError({ rule: 'min_value', key: 'validation.min_value', params: { min } }, 'Cap', (_, values) => {
      bounds.push(values?.min)
      return ''
    })
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  write(0.3)
  i18n.loadAndActivate({ locale: 'sl', messages: {} })
  write(0.3)
  write(-0.00001)
  write(100)
  expect(bounds).toEqual(['0.3', '0,3', '−0,00001', '100'])
})
