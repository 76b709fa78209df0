import type { EnergyPrice, PriceListType } from '@ohmstead/domain/pricing/price-list-terms'
import { useRef } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { ChoiceField } from './choice-field.tsx'
import { emptyPrice, fitTariffs } from './empty-price.ts'
import { FixedPriceFields } from './fixed-price-fields.tsx'
import { usePriceForm } from './price-form.ts'
import { SpotPriceFields } from './spot-price-fields.tsx'
import { TimeOfUseFields } from './time-of-use-fields.tsx'

interface EnergyPriceFieldsProps {
  side: 'buy' | 'sell'
  /** Where the terms stand in the form. */
  at?: string
  price: EnergyPrice
  onChange: (price: EnergyPrice) => void
}

const kinds: readonly PriceListType[] = ['fixed', 'spot_market', 'time_of_use']

/** The price of the supplier in one direction: of which kind, and its figures. */
export function EnergyPriceFields({ side, at = 'terms', price, onChange }: EnergyPriceFieldsProps) {
  const t = useT()
  // Looking at another kind loses nothing that was entered.
  const entered = useRef<Partial<Record<PriceListType, EnergyPrice>>>({})
  const { isMultiTariff, countryCode } = usePriceForm()
  const choose = (kind: PriceListType) => {
    entered.current[price.kind] = price
    const before =
      side === 'buy' ? fitTariffs(entered.current[kind] ?? null, isMultiTariff) : entered.current[kind]
    onChange(before ?? emptyPrice(kind, side === 'buy' && isMultiTariff, countryCode))
  }
  const path = `${at}.${side}`
  return (
    <>
      <ChoiceField
        label={t('price_lists.field.type')}
        value={price.kind}
        options={kinds.map((kind) => ({
          value: kind,
          label: t(`price_lists.type.${kind}`),
        }))}
        onChange={choose}
      />
      {price.kind === 'fixed' && (
        <FixedPriceFields path={path} price={price} allowsSingle={side === 'sell'} onChange={onChange} />
      )}
      {price.kind === 'spot_market' && <SpotPriceFields path={path} price={price} onChange={onChange} />}
      {price.kind === 'time_of_use' && (
        <TimeOfUseFields path={path} price={price} blockType="PRICING_ENERGY" onChange={onChange} />
      )}
    </>
  )
}
