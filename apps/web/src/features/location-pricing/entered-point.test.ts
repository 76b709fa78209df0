import { parseNumber } from '@ohmstead/domain/i18n/parse-number'
import { expect, test } from 'vitest'
import { enteredValues, toManualPoint } from './entered-point.ts'

const parse = (text: string) => parseNumber(text, 'sl')

test('what was entered is shown again as it was', () => {
  const point = {
    userGroup: 1 as const,
    consumerType: 'OTHER' as const,
    connectionPower: 43.5,
    isThreePhase: true,
    currentLimit: 63,
    tariffsCount: 1 as const,
    agreedPowers: [18.5, 20, 20, 22, 22] as [number, number, number, number, number],
    limitSetBy: 'user' as const,
  }
  const values = enteredValues(point, 'sl')
  expect(values.connectionPower).toBe('43,5')
  expect(toManualPoint(values, parse)).toEqual(point)
})

test('nothing entered is unknown, not zero, and four powers are none', () => {
  const values = enteredValues(null, 'sl')
  expect(toManualPoint(values, parse)).toMatchObject({
    userGroup: 0,
    consumerType: 'RESIDENTIAL',
    connectionPower: null,
    agreedPowers: null,
  })
  const four = { ...values, block1: '3', block2: '4', block3: '5', block4: '6' }
  expect(toManualPoint(four, parse).agreedPowers).toBeNull()
})
