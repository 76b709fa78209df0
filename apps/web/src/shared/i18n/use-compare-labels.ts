import { useMemo } from 'react'
import { formatTag } from './locale.ts'
import { useFormat } from './use-format.ts'

/** Orders what is chosen from by its label, as the alphabet of the current language has it. */
export function useCompareLabels(): (one: { label: string }, other: { label: string }) => number {
  const { locale } = useFormat()
  return useMemo(() => {
    const { compare } = new Intl.Collator(formatTag(locale))
    return (one, other) => compare(one.label, other.label)
  }, [locale])
}
