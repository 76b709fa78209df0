import {
  type NetMeteringSettlement,
  type SettledYear,
  settleNetMetering,
} from '@ohmstead/network-fee/systems/net-metering-settlement'
import { buildMeteringPoint } from '@ohmstead/network-fee/wire/build-metering-point'
import { useMemo, useState } from 'react'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { Skeleton } from '../../../shared/states/page-states.tsx'
import { useEuro } from '../../../shared/use-euro.ts'
import { FigureTable } from '../../../ui/figure-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import textStyles from '../../../ui/text.module.css'
import type { Calculation } from '../calculation-data.ts'
import type { CustomState } from '../use-custom-months.ts'
import styles from './bill.module.css'
import { FormulaDialog } from './formula-dialog.tsx'

/** The network energy fee when a calendar year is netted; an incomplete year is marked. */
export function NetMeteringSection({ custom: { calculated, profile } }: { custom: CustomState }) {
  const t = useT()
  const [opened, setOpened] = useState<SettledYear | null>(null)
  const { calculations, consumerInfo } = calculated.answer
  const settled = useMemo(
    () =>
      profile && consumerInfo.netMetering
        ? settleNetMetering(profile, buildMeteringPoint(consumerInfo).point)
        : null,
    [profile, consumerInfo],
  )
  if (!consumerInfo.netMetering) return null
  return (
    <Panel heading={t('portal.details.netMetering')} lead={t('calculations.net_metering')}>
      {settled ? (
        <>
          <Years years={settled.years} onFormula={setOpened} />
          <p className={textStyles.soft}>{t('calculations.net_metering_rule')}</p>
        </>
      ) : (
        <Skeleton height={120} radius={10} />
      )}
      {settled && opened?.networkEnergy && (
        <FormulaDialog
          question={{
            title: `${t('calculations.part.networkEnergy')} · ${opened.year}`,
            lines: [{ month: String(opened.year), line: opened.networkEnergy }],
          }}
          calculation={withRates(calculations, settled)}
          onClose={() => setOpened(null)}
        />
      )}
    </Panel>
  )
}

function withRates(calculation: Calculation, { rates, sources }: NetMeteringSettlement): Calculation {
  return {
    ...calculation,
    rates: { ...calculation.rates, ...rates },
    sources: { ...calculation.sources, ...sources },
  }
}

function Years({
  years,
  onFormula,
}: {
  years: readonly SettledYear[]
  onFormula: (year: SettledYear) => void
}) {
  const t = useT()
  const format = useFormat()
  const euro = useEuro()
  const kwh = (value: number | null) => (value === null ? '–' : `${format.number(value, 0)} kWh`)
  return (
    <FigureTable label={t('portal.details.netMetering')}>
      <thead>
        <tr>
          <th scope="col">{t('charts.range.year')}</th>
          <th scope="col">{t('calculations.part.networkEnergy')}</th>
          <th scope="col">{t('calculations.column.value')}</th>
          <th scope="col">{t('charts.series.grid_import')}</th>
          <th scope="col">{t('charts.series.grid_export')}</th>
        </tr>
      </thead>
      <tbody>
        {years.map((one) => (
          <tr key={one.year}>
            <th scope="row">
              {one.year}{' '}
              {one.months < 12 ? (
                <small>{t('portfolio.table.in_months', { count: one.months })}</small>
              ) : (
                !one.isComplete && <small>{t('calculations.net_metering_incomplete')}</small>
              )}
            </th>
            <td>
              {one.networkEnergy ? (
                <button type="button" className={styles.figure} onClick={() => onFormula(one)}>
                  {euro(one.networkEnergy.totalCost.amount)}
                </button>
              ) : (
                t(
                  one.exportKwh === null
                    ? 'calculations.net_metering_no_export'
                    : 'calculations.missing.no_tariff',
                )
              )}
            </td>
            <td>{kwh(one.billedKwh)}</td>
            <td>{kwh(one.importKwh)}</td>
            <td>{kwh(one.exportKwh)}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}
