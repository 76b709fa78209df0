import { findPriceNameKey } from '@ohmstead/domain/pricing/price-words'
import { useMemo } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import type { TimePlanView } from '../../shared/pricing/time-plans-query.ts'

/** A plan that comes with the platform by names in the person's language; any other is as somebody named it. */
export function useLibraryNames(plan: TimePlanView | undefined): TimePlanView | undefined {
  const t = useT()
  return useMemo(() => {
    if (!plan || plan.libraryKey === null) return plan
    const named = <Part extends { title: string }>(part: Part): Part => {
      const key = findPriceNameKey(part.title)
      return key ? { ...part, title: t(key) } : part
    }
    return { ...named(plan), blocks: plan.blocks.map(named), seasons: plan.seasons.map(named) }
  }, [plan, t])
}
