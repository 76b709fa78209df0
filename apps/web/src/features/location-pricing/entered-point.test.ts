import { parseNumber } from '@ohmstead/domain/i18n/parse-number'
import { expect, test } from 'vitest'
import { enteredValues, findWrongPowers, toManualPoint } from './entered-point.ts'

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
    netMetering: false,
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
    netMetering: null,
  })
  const four = { ...values, block1: '3', block2: '4', block3: '5', block4: '6' }
  expect(toManualPoint(four, parse).agreedPowers).toBeNull()
})

test.each([
  [['', '', '', '', ''], {}],
  [['3', '3', '3,5', '4', '4'], {}],
  [
    ['6', '4', '', '', ''],
    { block2: 'min_value', block3: 'required', block4: 'required', block5: 'required' },
  ],
  [['3', '4', '3,9', '4', '4'], { block3: 'min_value' }],
])('agreed powers %j are marked, not dropped, where they cannot be', (powers, wrong) => {
  const texts = Object.fromEntries(powers.map((text, place) => [`block${place + 1}`, text]))
  expect(findWrongPowers({ ...enteredValues(null, 'sl'), ...texts }, parse)).toEqual(wrong)
})
