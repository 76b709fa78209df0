import type { FixedPrice } from '@ohmstead/domain/pricing/price-list-terms'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { useT } from '../../i18n/use-t.ts'
import { DecimalField } from '../decimal-field.tsx'
import styles from './price-fields.module.css'
import { usePriceForm, useProblem } from './price-form.ts'

interface FixedPriceFieldsProps {
  path: string
  price: FixedPrice
  /** One price may hold although there are two tariffs. */
  allowsSingle?: boolean
  onChange: (price: FixedPrice) => void
}

/** T0 (ET), or T1 (VT) and T2 (MT). */
export function FixedPriceFields({ path, price, allowsSingle = false, onChange }: FixedPriceFieldsProps) {
  const t = useT()
  const problem = useProblem()
  const form = usePriceForm()
  const isSingle = !form.isMultiTariff || (allowsSingle && price.t0 !== null)
  const names = isSingle ? (['t0'] as const) : (['t1', 't2'] as const)
  return (
    <>
      <div className={styles.fields}>
        {names.map((name) => (
          <DecimalField
            key={name}
            name={`${path}.${name}`}
            label={t(`price_lists.field.${name}`)}
            unit={`${form.currency}/kWh`}
            value={price[name] ?? ''}
            error={problem(`${path}.${name}`, t(`price_lists.field.${name}`))}
            onChange={(value) => onChange({ ...price, [name]: value })}
          />
        ))}
      </div>
      {allowsSingle && form.isMultiTariff && (
        <Checkbox
          label={t('price_lists.field.same_price')}
          checked={isSingle}
          onChange={(isOne) =>
            onChange(
              isOne
                ? { ...price, t0: price.t1 ?? '', t1: null, t2: null }
                : { ...price, t0: null, t1: price.t0 ?? '', t2: price.t0 ?? '' },
            )
          }
        />
      )}
    </>
  )
}
