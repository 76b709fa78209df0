import { useCallback } from 'react'
import { useFormat } from '../i18n/use-format.ts'
import { useMaybeUser } from '../session/current-user.ts'
import { formatQuantity, type QuantityText, quantityText } from './format-quantity.ts'

/** Numbers with units in the person's language and chosen scale. */
export function useQuantity(): {
  parts: (value: number | null, unit: string) => QuantityText
  text: (value: number | null, unit: string) => string
} {
  const format = useFormat()
  const scaling = useMaybeUser()?.settings.units ?? 'auto'
  const parts = useCallback(
    (value: number | null, unit: string) => formatQuantity(value, unit, format, scaling),
    [format, scaling],
  )
  const text = useCallback(
    (value: number | null, unit: string) => quantityText(value, unit, format, scaling),
    [format, scaling],
  )
  return { parts, text }
}
