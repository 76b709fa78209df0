import { nameBasis } from '@ohmstead/domain/rates/name-basis'
import type { Mounting } from '@ohmstead/optimizer/solar/cell-temperature'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { useEuro } from '../../shared/use-euro.ts'
import { AssumptionForm, type Bounds } from '../../shared/what-if/assumption-form.tsx'
import type { CaseBase } from '../../shared/what-if/build-case.ts'
import { PriceChoices } from '../../shared/what-if/price-choices.tsx'
import type { useAssumptions } from '../../shared/what-if/use-assumptions.ts'
import styles from '../../shared/what-if/what-if.module.css'
import { SelectField } from '../../ui/select-field.tsx'
import textStyles from '../../ui/text.module.css'
import { findTownOf, slovenianTowns } from './slovenian-towns.ts'
import type { SolarAssumptions, SolarNumbers } from './solar-assumptions.ts'

const bounds: Bounds<keyof SolarNumbers> = {
  latitude: ['° N', 35, 65],
  longitude: ['° E', 0, 40],
  kWp: ['kWp', 0.1, 100_000],
  tilt: ['°', 0, 90],
  azimuth: ['°', 0, 360],
  lossesPercent: ['%', 0, 60],
  inverterKw: ['kW', 0.1, 100_000],
  eurPerKwp: ['EUR/kWp', 0, 10_000],
  fixedEur: ['EUR', 0, 10_000_000],
  subsidyEur: ['EUR', 0, 10_000_000],
  operatingEur: ['EUR', 0, 1_000_000],
  inverterYear: ['years', 1, 40],
  inverterEur: ['EUR', 0, 1_000_000],
  lifetimeYears: ['years', 1, 50],
  fadePercent: ['%', 0, 10],
  discountPercent: ['%', 0, 30],
  growthPercent: ['%', 0, 20],
  feedInEurPerKwh: ['EUR/kWh', 0, 1],
  batteryKwh: ['kWh', 0, 100_000],
  batteryKw: ['kW', 0.1, 50_000],
  batteryPercent: ['%', 10, 100],
  batteryEurPerKwh: ['EUR/kWh', 0, 10_000],
  batteryFixedEur: ['EUR', 0, 10_000_000],
}

/** Eight winds, clockwise from north. */
const winds = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const
const mountings: readonly Mounting[] = ['openRack', 'closeToRoof', 'insulatedBack']

/** The assumptions of the solar page; energy prices are those of the sidebar. */
export function SolarForm({
  assumed,
  base,
  address,
}: {
  assumed: ReturnType<typeof useAssumptions<SolarAssumptions>>
  base: CaseBase
  address: string | null
}) {
  const t = useT()
  const format = useFormat()
  const euro = useEuro()
  const { values, change } = assumed
  const town = slovenianTowns.find(
    ({ latitude, longitude }) => latitude === values.latitude && longitude === values.longitude,
  )
  const wind = winds[Math.round(values.azimuth / 45) % winds.length]!
  return (
    <AssumptionForm
      summary={`${t('solar.assumed', {
        place:
          town?.name ?? `${format.number(values.latitude, 2)}° N, ${format.number(values.longitude, 2)}° E`,
        size: format.number(values.kWp, values.kWp % 1 === 0 ? 0 : 1),
        tilt: format.number(values.tilt),
        wind: t(`solar.wind.${wind}`),
        price: euro(values.eurPerKwp, 0),
        feed_in: euro(values.feedInEurPerKwh, 3),
      })} ${t('what_if.bills', { basis: t(`calculations.held.${nameBasis(values)}`) })}`}
      bounds={bounds}
      label={(name) => t(`solar.field.${name}` as MessageKey)}
      values={values}
      onChange={(name, value) => change({ [name]: value })}
      isChanged={assumed.isChanged}
      onReset={assumed.reset}
      groups={[
        {
          key: 'place',
          heading: t('solar.group.place'),
          fields: ['latitude', 'longitude'],
          children: (
            <div className={styles.fields}>
              <SelectField
                label={t('solar.field.town')}
                value={town?.name ?? ''}
                placeholder={town ? undefined : t('solar.field.town_own')}
                options={slovenianTowns.map(({ name }) => ({ value: name, label: name }))}
                onChange={(name) => {
                  const chosen = slovenianTowns.find((one) => one.name === name)
                  if (chosen) change({ latitude: chosen.latitude, longitude: chosen.longitude })
                }}
              />
              {findTownOf(address).isGuessed && (
                <p className={textStyles.soft}>{t('solar.field.town_guessed')}</p>
              )}
            </div>
          ),
        },
        {
          key: 'panels',
          heading: t('solar.group.panels'),
          fields: ['kWp', 'inverterKw', 'tilt', 'azimuth', 'lossesPercent'],
          children: (
            <div className={styles.fields}>
              <SelectField
                label={t('solar.field.wind')}
                value={wind}
                options={winds.map((one) => ({ value: one, label: t(`solar.wind.${one}`) }))}
                onChange={(one) => change({ azimuth: winds.indexOf(one as 's') * 45 })}
              />
              <SelectField
                label={t('solar.field.mounting')}
                value={values.mounting}
                options={mountings.map((one) => ({ value: one, label: t(`solar.mounting.${one}`) }))}
                onChange={(mounting) => change({ mounting: mounting as Mounting })}
              />
            </div>
          ),
        },
        {
          key: 'battery',
          heading: t('solar.group.battery'),
          fields: ['batteryKwh', 'batteryKw', 'batteryPercent', 'batteryEurPerKwh', 'batteryFixedEur'],
        },
        {
          key: 'money',
          heading: t('battery.group.money'),
          fields: [
            'eurPerKwp',
            'fixedEur',
            'subsidyEur',
            'operatingEur',
            'inverterYear',
            'inverterEur',
            'lifetimeYears',
            'fadePercent',
            'discountPercent',
            'growthPercent',
          ],
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
