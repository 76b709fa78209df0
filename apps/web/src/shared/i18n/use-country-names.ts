import { useMemo } from 'react'
import { formatTag } from './locale.ts'
import { useFormat } from './use-format.ts'

/** The name of a country by its code in the current language; null if the browser knows none. */
export function useCountryNames(): (code: string) => string | null {
  const { locale } = useFormat()
  return useMemo(() => {
    const names = new Intl.DisplayNames(formatTag(locale), { type: 'region', fallback: 'none' })
    return (code) => (code === '' ? null : (names.of(code) ?? null))
  }, [locale])
}
