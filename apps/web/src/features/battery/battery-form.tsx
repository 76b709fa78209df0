import { nameBasis } from '@ohmstead/domain/rates/name-basis'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { useEuro } from '../../shared/use-euro.ts'
import { AssumptionForm, type Bounds } from '../../shared/what-if/assumption-form.tsx'
import type { CaseBase } from '../../shared/what-if/build-case.ts'
import { PriceChoices } from '../../shared/what-if/price-choices.tsx'
import type { useAssumptions } from '../../shared/what-if/use-assumptions.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { BatteryAssumptions, BatteryNumbers } from './battery-assumptions.ts'

const bounds: Bounds<keyof BatteryNumbers> = {
  largestKwh: ['kWh', 1, 100_000],
  kwPerKwh: ['kW/kWh', 0.05, 5],
  fixedKw: ['kW', 0.1, 50_000],
  roundTripPercent: ['%', 10, 100],
  standbyW: ['W', 0, 10_000],
  wearEurPerKwh: ['EUR/kWh', 0, 1],
  calendarFadePercent: ['%', 0, 20],
  cycleFadePercent: ['%', 0, 50],
  lifetimeYears: ['years', 1, 40],
  eurPerKwh: ['EUR/kWh', 0, 10_000],
  fixedEur: ['EUR', 0, 10_000_000],
  subsidyEur: ['EUR', 0, 10_000_000],
  operatingEur: ['EUR', 0, 1_000_000],
  discountPercent: ['%', 0, 30],
  growthPercent: ['%', 0, 20],
  feedInEurPerKwh: ['EUR/kWh', 0, 1],
}

/** The assumptions of the battery page; energy prices are those of the sidebar. */
export function BatteryForm({
  assumed,
  base,
}: {
  assumed: ReturnType<typeof useAssumptions<BatteryAssumptions>>
  base: CaseBase
}) {
  const t = useT()
  const format = useFormat()
  const euro = useEuro()
  const { values, change } = assumed
  return (
    <AssumptionForm
      summary={`${t('battery.assumed', {
        price: euro(values.eurPerKwh, 0),
        fixed: euro(values.fixedEur, 0),
        efficiency: format.number(values.roundTripPercent),
        life: format.number(values.lifetimeYears),
        rate: format.number(values.discountPercent, values.discountPercent % 1 === 0 ? 0 : 1),
        feed_in: euro(values.feedInEurPerKwh, 3),
      })} ${t('what_if.bills', { basis: t(`calculations.held.${nameBasis(values)}`) })}`}
      bounds={bounds}
      label={(name) => t(`battery.field.${name}` as MessageKey)}
      values={values}
      onChange={(name, value) => change({ [name]: value })}
      isChanged={assumed.isChanged}
      onReset={assumed.reset}
      groups={[
        {
          key: 'battery',
          heading: t('battery.group.battery'),
          fields: [
            'largestKwh',
            values.hasFixedPower ? 'fixedKw' : 'kwPerKwh',
            'roundTripPercent',
            'standbyW',
            'wearEurPerKwh',
          ],
          children: (
            <Checkbox
              label={t('battery.field.hasFixedPower')}
              checked={values.hasFixedPower}
              onChange={(hasFixedPower) => change({ hasFixedPower })}
            />
          ),
        },
        {
          key: 'life',
          heading: t('battery.group.life'),
          fields: ['lifetimeYears', 'calendarFadePercent', 'cycleFadePercent'],
        },
        {
          key: 'money',
          heading: t('battery.group.money'),
          fields: ['eurPerKwh', 'fixedEur', 'subsidyEur', 'operatingEur', 'discountPercent', 'growthPercent'],
        },
        {
          key: 'prices',
          heading: t('battery.group.prices'),
          fields: ['feedInEurPerKwh'],
          children: <PriceChoices base={base} values={values} change={change} />,
        },
      ]}
    />
  )
}
