import { checkForm } from '@ohmstead/domain/forms/form-rules'
import { describe, expect, it, test } from 'vitest'
import type { PortalDevice } from '../portal-query.ts'
import {
  consumerInfoRules,
  consumerInfoTexts,
  isOwnWord,
  readAgreedPowers,
  readConsumerInfo,
} from './consumer-info-fields.ts'

describe('readAgreedPowers', () => {
  it.each([
    [['4', '5', '5', '6,5', '7'], [4, 5, 5, 6.5, 7], null],
    [['1100', '1200', '1200', '1200,5', '1500'], [1100, 1200, 1200, 1200.5, 1500], null],
    [['', '', '', '', ''], null, null],
    [['4', '5', '5', '', '7'], null, 'incomplete'],
    [['4', '3', '5', '6', '7'], null, 'falling'],
    [['4', 'x', '5', '6', '7'], null, 'wrong'],
  ] as const)('%j', (texts, powers, problem) => {
    expect(readAgreedPowers(texts)).toEqual({ powers, problem })
  })
})

describe('isOwnWord', () => {
  const device = (source: 'portal' | 'csv', connectionPower: number | null, manual: string[] = []) =>
    ({
      source,
      consumerInfo: { connectionPower, manual, assumed: [], powerLimits: [] },
    }) as unknown as PortalDevice

  it("leaves the portal's values unchanged", () => {
    expect(isOwnWord(device('portal', 17), 'connectionPower')).toBe(false)
  })

  it('lets the user fill in what the portal lacks, and change it again', () => {
    expect(isOwnWord(device('portal', null), 'connectionPower')).toBe(true)
    expect(isOwnWord(device('portal', 14, ['connectionPower']), 'connectionPower')).toBe(true)
    expect(isOwnWord(device('portal', 14), 'powerLimits')).toBe(true)
  })

  it('lets the user of a file enter everything', () => {
    expect(isOwnWord(device('csv', 17), 'connectionPower')).toBe(true)
  })
})

describe('the form of a metering point', () => {
  const nothing = consumerInfoTexts(null, 'en')

  test('sends changes, with either decimal mark, and clears emptied fields', () => {
    const before = { ...nothing, userGroup: '1', currentLimit: '25' }
    const now = {
      ...before,
      userGroup: '',
      isThreePhase: 'false',
      connectionPower: '17,5',
      tariffsCount: '2',
    }
    expect(readConsumerInfo(now, before)).toEqual({
      userGroup: null,
      isThreePhase: false,
      connectionPower: 17.5,
      tariffsCount: 2,
    })
  })

  test.each(['17.5', '17,5', ' 1 250 ', ',5', '5.'])('takes %s as a number', (text) => {
    expect(checkForm({ billingPower: text }, consumerInfoRules)).toEqual({})
  })

  test.each(['ten', '1,2,3', '-4', '.'])('refuses %s', (text) => {
    expect(Object.keys(checkForm({ billingPower: text }, consumerInfoRules))).toEqual(['billingPower'])
  })
})
