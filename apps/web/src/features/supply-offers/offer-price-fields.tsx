import type { EnergyPrice, FixedPrice } from '@ohmstead/domain/pricing/price-list-terms'
import { useT } from '../../shared/i18n/use-t.ts'
import { DecimalField } from '../../shared/pricing/decimal-field.tsx'
import { emptyPrice } from '../../shared/pricing/fields/empty-price.ts'
import fieldStyles from '../../shared/pricing/fields/price-fields.module.css'
import { usePriceForm, useProblem } from '../../shared/pricing/fields/price-form.ts'
import { SpotPriceFields } from '../../shared/pricing/fields/spot-price-fields.tsx'
import { TimeOfUseFields } from '../../shared/pricing/fields/time-of-use-fields.tsx'
import { SelectField } from '../../ui/select-field.tsx'

const kinds = ['fixed', 'time_of_use', 'spot_market'] as const

interface OfferPriceFieldsProps {
  side: 'buy' | 'sell'
  price: EnergyPrice | null
  onChange: (price: EnergyPrice | null) => void
}

/** The price of an offer in one direction; only feed-in may have none. */
export function OfferPriceFields({ side, price, onChange }: OfferPriceFieldsProps) {
  const t = useT()
  const { countryCode } = usePriceForm()
  const path = `terms.${side}`
  const choose = (value: string) => {
    const kind = kinds.find((one) => one === value)
    if (!kind) return onChange(null)
    onChange(kind === 'fixed' ? { kind, t0: null, t1: null, t2: null } : emptyPrice(kind, false, countryCode))
  }
  return (
    <>
      <SelectField
        label={t(side === 'buy' ? 'supply_offers.page.kind' : 'supply_offers.card.sell')}
        value={price?.kind ?? 'none'}
        options={[
          ...(side === 'sell' ? [{ value: 'none', label: t('supply_offers.edit.not_bought') }] : []),
          ...kinds.map((kind) => ({ value: kind, label: t(`supply_offers.kind.${kind}`) })),
        ]}
        onChange={choose}
      />
      {price?.kind === 'fixed' && <FixedFields path={path} price={price} onChange={onChange} />}
      {price?.kind === 'spot_market' && <SpotPriceFields path={path} price={price} onChange={onChange} />}
      {price?.kind === 'time_of_use' && (
        <TimeOfUseFields path={path} price={price} blockType="PRICING_ENERGY" onChange={onChange} />
      )}
    </>
  )
}

interface FixedFieldsProps {
  path: string
  price: FixedPrice
  onChange: (price: FixedPrice) => void
}

/** Suppliers publish one tariff, two, or both to choose from. */
function FixedFields({ path, price, onChange }: FixedFieldsProps) {
  const t = useT()
  const problem = useProblem()
  const { currency } = usePriceForm()
  return (
    <div className={fieldStyles.fields}>
      {(['t1', 't2', 't0'] as const).map((name) => (
        <DecimalField
          key={name}
          name={`${path}.${name}`}
          label={t(`supply_offers.price.${name}`)}
          unit={`${currency}/kWh`}
          value={price[name] ?? ''}
          help={t('price_lists.field.empty_is_none')}
          error={problem(`${path}.${name}`, t(`supply_offers.price.${name}`))}
          onChange={(value) => onChange({ ...price, [name]: value === '' ? null : value })}
        />
      ))}
    </div>
  )
}
