import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useCompareLabels } from './use-compare-labels.ts'

test('labels stand in the order of the language’s alphabet', () => {
  const sorted = (locale: string, ...names: string[]) => {
    i18n.loadAndActivate({ locale, messages: {} })
    const { result } = renderHook(() => useCompareLabels(), {
      wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
    })
    return names
      .map((label) => ({ label }))
      .sort(result.current)
      .map(({ label }) => label)
  }
  expect(sorted('sl', 'Švica', 'Češka', 'Danska', 'Cipar')).toEqual(['Cipar', 'Češka', 'Danska', 'Švica'])
  expect(sorted('sv', 'Österrike', 'Albanien', 'Zypern')).toEqual(['Albanien', 'Zypern', 'Österrike'])
  expect(sorted('de', 'Österreich', 'Polen', 'Norwegen')).toEqual(['Norwegen', 'Österreich', 'Polen'])
})
