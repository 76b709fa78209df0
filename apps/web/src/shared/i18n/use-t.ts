import { i18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useCallback } from 'react'
import type en from '../../../../../locales/en.json'

export type MessageKey = Extract<keyof typeof en, string>
export type Translate = (key: MessageKey, values?: Record<string, string | number>) => string

/** The text of a key in the current language; changes with it. */
export function useT(): Translate {
  const { i18n: current } = useLingui()
  const { locale } = current
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is new whenever the language is
  return useCallback((key, values) => current._(key, values), [current, locale])
}

/** The same outside of components. */
export const translate: Translate = (key, values) => i18n._(key, values)
