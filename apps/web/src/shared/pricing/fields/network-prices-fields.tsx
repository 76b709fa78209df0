import type { NetworkPowerPrice, NetworkPrices } from '@ohmstead/domain/pricing/price-list-terms'
import { SelectField } from '../../../ui/select-field.tsx'
import { useT } from '../../i18n/use-t.ts'
import { DecimalField } from '../decimal-field.tsx'
import { emptyPrice, fitTariffs } from './empty-price.ts'
import { FixedPriceFields } from './fixed-price-fields.tsx'
import styles from './price-fields.module.css'
import { usePriceForm, useProblem } from './price-form.ts'
import { TimeOfUseFields } from './time-of-use-fields.tsx'

interface NetworkPricesFieldsProps {
  path: string
  prices: NetworkPrices
  onChange: (part: Partial<NetworkPrices>) => void
}

/** The distributor's energy and power price, as they stand on the bill. */
export function NetworkPricesFields({ path, prices, onChange: change }: NetworkPricesFieldsProps) {
  const t = useT()
  const problem = useProblem()
  const { currency, isMultiTariff, countryCode } = usePriceForm()
  const { energy, power, monthlyFee } = prices
  const setEnergy = (kind: string) => {
    if (kind === 'fixed' || kind === 'time_of_use') {
      const price = emptyPrice(kind, isMultiTariff, countryCode)
      if (price.kind !== 'spot_market') change({ energy: price })
    } else change({ energy: null })
  }
  const setPower = (basis: string) =>
    change({
      power:
        basis === 'agreed' || basis === 'monthly_peak'
          ? { perKwMonth: '', agreedKw: basis === 'agreed' ? '' : null, peaks: 1, ...power, basis }
          : null,
    })
  const fitted = energy?.kind === 'fixed' ? fitTariffs(energy, isMultiTariff && energy.t0 === null) : null
  return (
    <>
      <div className={styles.fields}>
        <SelectField
          label={t('price_lists.field.network_energy')}
          value={energy?.kind ?? 'none'}
          options={[
            { value: 'none', label: t('price_lists.network.energy_none') },
            { value: 'fixed', label: t('price_lists.type.fixed') },
            { value: 'time_of_use', label: t('price_lists.type.time_of_use') },
          ]}
          onChange={setEnergy}
        />
        <SelectField
          label={t('price_lists.field.network_power')}
          value={power?.basis ?? 'none'}
          options={[
            { value: 'none', label: t('price_lists.network.power_none') },
            { value: 'agreed', label: t('price_lists.network.power_agreed') },
            { value: 'monthly_peak', label: t('price_lists.network.power_peak') },
          ]}
          onChange={setPower}
        />
        <DecimalField
          name={`${path}.monthlyFee`}
          label={t('price_lists.field.network_monthly')}
          unit={t('price_lists.unit.per_month', { currency })}
          value={monthlyFee ?? ''}
          help={t('price_lists.field.empty_is_none')}
          error={problem(`${path}.monthlyFee`, t('price_lists.field.network_monthly'))}
          onChange={(value) => change({ monthlyFee: value === '' ? null : value })}
        />
      </div>
      {fitted?.kind === 'fixed' && (
        <FixedPriceFields
          allowsSingle
          path={`${path}.energy`}
          price={fitted}
          onChange={(price) => change({ energy: price })}
        />
      )}
      {energy?.kind === 'time_of_use' && (
        <TimeOfUseFields
          path={`${path}.energy`}
          price={energy}
          blockType="PRICING_NETWORK"
          onChange={(price) => change({ energy: price })}
        />
      )}
      {power && (
        <PowerFields
          path={path}
          power={power}
          onChange={(part) => change({ power: { ...power, ...part } })}
        />
      )}
    </>
  )
}

interface PowerFieldsProps {
  path: string
  power: NetworkPowerPrice
  onChange: (part: Partial<NetworkPowerPrice>) => void
}

function PowerFields({ path, power, onChange }: PowerFieldsProps) {
  const t = useT()
  const problem = useProblem()
  const { currency } = usePriceForm()
  const rate = t('price_lists.field.per_kw_month')
  const agreed = t('price_lists.field.agreed_kw')
  const peaks = t('price_lists.field.peaks')
  return (
    <div className={styles.fields}>
      <DecimalField
        name={`${path}.power.perKwMonth`}
        label={rate}
        unit={t('price_lists.unit.per_kw_month', { currency })}
        value={power.perKwMonth}
        error={problem(`${path}.power.perKwMonth`, rate)}
        onChange={(perKwMonth) => onChange({ perKwMonth })}
      />
      {power.basis === 'agreed' ? (
        <DecimalField
          name={`${path}.power.agreedKw`}
          label={agreed}
          unit="kW"
          value={power.agreedKw ?? ''}
          error={problem(`${path}.power.agreedKw`, agreed)}
          onChange={(agreedKw) => onChange({ agreedKw })}
        />
      ) : (
        <SelectField
          name={`${path}.power.peaks`}
          label={peaks}
          value={String(power.peaks)}
          options={Array.from({ length: 10 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))}
          onChange={(value) => onChange({ peaks: Number(value) })}
        />
      )}
    </div>
  )
}
