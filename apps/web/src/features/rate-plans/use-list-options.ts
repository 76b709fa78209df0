import type { PriceListView } from '@ohmstead/contract/price-lists'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'

/** Lists to choose from: of equal names each says from when it is valid, and somebody else's that it is one. */
export function useListOptions(lists: readonly PriceListView[]): { value: string; label: string }[] {
  const t = useT()
  const day = useFormatDay()
  return lists.map(({ id, name, validFrom, canEdit }) => {
    const isNamedAgain = lists.some((other) => other.id !== id && other.name === name)
    const parts = [
      name,
      ...(isNamedAgain ? [t('rate_plans.days.open', { from: day(validFrom) })] : []),
      ...(canEdit ? [] : [t('price_lists.column.read_only')]),
    ]
    return { value: String(id), label: parts.join(' · ') }
  })
}
