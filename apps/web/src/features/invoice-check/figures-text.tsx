import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { RowFigures } from '@ohmstead/pricing/invoice/comparison-model'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import styles from './invoice-check.module.css'

interface FiguresTextProps {
  figures: RowFigures | null
  unit: 'kWh' | 'kW' | 'month' | 'currency' | null
  currency: CurrencyCode
}

/** The amount, and below it what it is the product of. */
export function FiguresText({ figures, unit, currency }: FiguresTextProps) {
  const { money } = usePriceText()
  const working = useWorking(figures, unit, currency)
  if (!figures) return '–'
  return (
    <>
      {money(figures.amount, currency)}
      {working && <span className={styles.figures}>{working}</span>}
    </>
  )
}

/** "123,456 kWh × 0,11990 €/kWh" */
export function useWorking(
  figures: RowFigures | null,
  unit: FiguresTextProps['unit'],
  currency: CurrencyCode,
) {
  const write = useWriteWorking(currency)
  return write(figures, unit)
}

export function useWriteWorking(currency: CurrencyCode) {
  const format = useFormat()
  const text = usePriceText()
  return (figures: RowFigures | null, unit: FiguresTextProps['unit']): string | null => {
    if (!figures || figures.quantity === null || figures.unitPrice === null) return null
    const value = Number(figures.quantity)
    const decimals = Math.min(3, figures.quantity.split('.')[1]?.length ?? 0)
    if (unit === 'kWh' || unit === 'kW')
      return `${format.number(value, decimals)} ${unit} × ${text.rate(figures.unitPrice, currency, unit)}`
    return `${format.number(value, decimals)} × ${text.money(figures.unitPrice, currency)}`
  }
}
