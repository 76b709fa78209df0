import type { SpotMarketPrice } from '@ohmstead/domain/pricing/price-list-terms'
import { SelectField } from '../../../ui/select-field.tsx'
import { useT } from '../../i18n/use-t.ts'
import { DecimalField } from '../decimal-field.tsx'
import { useRegionOptions } from '../use-region-options.ts'
import styles from './price-fields.module.css'
import { usePriceForm, useProblem } from './price-form.ts'

interface SpotPriceFieldsProps {
  path: string
  price: SpotMarketPrice
  onChange: (price: SpotMarketPrice) => void
}

const required = ['factor', 'markup'] as const
const optional = ['floor', 'hourlyCap', 'monthlyCap', 'substitute'] as const
const keys = {
  factor: 'price_lists.field.factor',
  markup: 'price_lists.field.markup',
  floor: 'price_lists.field.floor',
  hourlyCap: 'price_lists.field.hourly_cap',
  monthlyCap: 'price_lists.field.monthly_cap',
  substitute: 'price_lists.field.substitute',
} as const

/** price × factor + markup, between a floor and caps. */
export function SpotPriceFields({ path, price, onChange }: SpotPriceFieldsProps) {
  const t = useT()
  const problem = useProblem()
  const form = usePriceForm()
  const unit = `${form.currency}/kWh`
  const regions = useRegionOptions()
  return (
    <>
      <p className={styles.soft}>{t('price_lists.spot.rule')}</p>
      <div className={styles.fields}>
        <SelectField
          name={`${path}.region`}
          label={t('price_lists.field.region')}
          value={price.region}
          placeholder={regions.some(({ value }) => value === price.region) ? undefined : ''}
          options={regions}
          error={problem(`${path}.region`, t('price_lists.field.region'))}
          onChange={(region) => onChange({ ...price, region })}
        />
        {required.map((name) => (
          <DecimalField
            key={name}
            name={`${path}.${name}`}
            label={t(keys[name])}
            unit={name === 'factor' ? undefined : unit}
            value={price[name]}
            error={problem(`${path}.${name}`, t(keys[name]))}
            onChange={(value) => onChange({ ...price, [name]: value })}
          />
        ))}
        {optional.map((name) => (
          <DecimalField
            key={name}
            name={`${path}.${name}`}
            label={t(keys[name])}
            unit={unit}
            value={price[name] ?? ''}
            help={t(
              name === 'substitute' ? 'price_lists.field.substitute_help' : 'price_lists.field.empty_is_none',
            )}
            error={problem(`${path}.${name}`, t(keys[name]))}
            onChange={(value) => onChange({ ...price, [name]: value === '' ? null : value })}
          />
        ))}
      </div>
    </>
  )
}
