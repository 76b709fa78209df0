import { useLingui } from '@lingui/react'
import { useSyncExternalStore } from 'react'
import { createFormat, type Format } from './format.ts'
import { formatTag, watchHourCycle } from './locale.ts'

const made = new Map<string, Format>()

/** Numbers and times in the current language. */
export function useFormat(): Format {
  const { i18n } = useLingui()
  return useSyncExternalStore(watchHourCycle, () => getFormat(i18n.locale))
}

export function getFormat(locale: string): Format {
  const tag = formatTag(locale)
  const found = made.get(tag) ?? createFormat(locale, tag)
  made.set(tag, found)
  return found
}
