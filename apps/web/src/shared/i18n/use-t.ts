import { i18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useCallback } from 'react'
import type en from '../../../../../locales/en.json'
import { isAwaited } from './catalogue.ts'

export type MessageKey = Extract<keyof typeof en, string>
export type Translate = (key: MessageKey, values?: Record<string, string | number>) => string

/** The text of a key in the current language; changes with it. */
export function useT(): Translate {
  const context = useLingui()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is new whenever the texts are
  return useCallback((key, values) => translate(key, values), [context])
}

/** The same outside of components. */
export const translate: Translate = (key, values) => (isAwaited(key) ? '' : i18n._(key, values))
