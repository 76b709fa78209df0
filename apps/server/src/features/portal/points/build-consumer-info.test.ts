import { expect, test } from 'vitest'
import { buildConsumerInfo, nothingKnown } from './build-consumer-info.ts'

const limit = {
  ...{ block1: 4, block2: 5, block3: 5, block4: 5, block5: 5 },
  ...{ connectionPower: null, dateFrom: '2025-01-01', dateTo: '9999-12-31', isValid: true },
  ...{ limitSetBy: 'operator' as const, minimumPower: null, enteredOn: null },
}
const known = { ...nothingKnown, powerLimits: [limit, { ...limit, dateFrom: '2026-01-01' }] }
const setBy = (...question: Parameters<typeof buildConsumerInfo>) => {
  const { powerLimits, assumed, manual } = buildConsumerInfo(...question)
  return {
    by: [...new Set(powerLimits?.map(({ limitSetBy }) => limitSetBy))],
    isAssumed: assumed.includes('limitSetBy'),
    isManual: manual.includes('limitSetBy'),
  }
}

test('who set the powers of a file is open until its owner says so', () => {
  expect(setBy(known, {}, 'csv')).toEqual({ by: ['operator'], isAssumed: true, isManual: false })
  expect(setBy(known, { limitSetBy: 'user' }, 'csv')).toEqual({
    ...{ by: ['user'], isAssumed: false, isManual: true },
  })
})

test('powers copied from a bill are not therefore chosen by whoever copied them', () => {
  const agreedPowers: [number, number, number, number, number] = [4, 4, 4, 4, 4]
  expect(setBy(nothingKnown, { agreedPowers }, 'portal')).toMatchObject({ by: ['operator'], isAssumed: true })
  expect(setBy(nothingKnown, { agreedPowers, limitSetBy: 'user' }, 'portal')).toMatchObject({
    ...{ by: ['user'], isAssumed: false },
  })
})

test('the register of the portal says it itself', () => {
  expect(setBy(known, { limitSetBy: 'user' }, 'portal')).toEqual({
    ...{ by: ['operator'], isAssumed: false, isManual: false },
  })
  expect(setBy(nothingKnown, { limitSetBy: 'user' }, 'csv')).toMatchObject({ by: [], isAssumed: false })
})
