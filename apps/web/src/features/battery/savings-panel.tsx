import { quantileOf } from '@ohmstead/network-fee/optimum/draw-years'
import { batteryControls } from '@ohmstead/optimizer/sweep-battery-sizes'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'
import { useEuro } from '../../shared/use-euro.ts'
import { ChartKey } from '../../shared/what-if/chart-key.tsx'
import { LineChart } from '../../shared/what-if/line-chart.tsx'
import styles from '../../shared/what-if/what-if.module.css'
import { Panel } from '../../ui/panel.tsx'
import { type AssessedSize, marginalEur } from './assess-batteries.ts'

const colours = {
  rule: 'var(--energy-home)',
  forecast: 'var(--energy-battery)',
  perfect: 'var(--energy-grid-export)',
}

type View = 'saving' | 'marginal' | 'value'

/** Three ways to run it over the size: its saving, the marginal saving, its value. */
export function SavingsPanel({
  sizes,
  selected,
  onSelect,
}: {
  sizes: readonly AssessedSize[]
  selected: number
  onSelect: (place: number) => void
}) {
  const t = useT()
  const format = useFormat()
  const euro = useEuro()
  const [view, setView] = useState<View>('saving')
  const ofControls = batteryControls.map((control) => ({
    key: control,
    label: t(`battery.control.${control}`),
    hint: t(`battery.control_hint.${control}`),
    colour: colours[control],
    isDashed: control === 'perfect',
    values:
      view === 'marginal'
        ? marginalEur(sizes, ({ yearly }) => yearly[control].meanEur)
        : sizes.map(({ yearly }) => yearly[control].meanEur),
    band:
      view === 'saving' && control === 'forecast'
        ? sizes.map(({ yearly }) => ({
            low: quantileOf(yearly.forecast.samplesEur, 0.1),
            high: quantileOf(yearly.forecast.samplesEur, 0.9),
          }))
        : undefined,
  }))
  const value = {
    key: 'value',
    label: t('battery.chart.value'),
    hint: t('battery.chart.value_hint'),
    colour: 'var(--accent)',
    isDashed: false,
    values: sizes.map(({ middle }) => middle.npvEur),
    band: sizes.map(({ low, high }) => ({ low: low.npvEur, high: high.npvEur })),
  }
  const series = view === 'value' ? [value] : ofControls
  const kwh = (x: number) => `${format.number(x, x % 1 === 0 ? 0 : 1)} kWh`
  return (
    <Panel
      heading={t(`battery.chart.heading_${view}`)}
      lead={t(`battery.chart.lead_${view}`)}
      tools={
        <div className={styles.scroll}>
          <SegmentedChoice<View>
            label={t('battery.chart.view')}
            value={view}
            options={(['saving', 'marginal', 'value'] as const).map((one) => ({
              value: one,
              label: t(`battery.chart.view_${one}`),
            }))}
            onChange={setView}
          />
        </div>
      }
    >
      <LineChart
        label={t(`battery.chart.heading_${view}`)}
        xs={sizes.map(({ capacityKwh }) => capacityKwh)}
        series={series}
        selected={selected}
        onSelect={onSelect}
        formatX={(x) => format.number(x, x % 1 === 0 ? 0 : 1)}
        formatY={(y) => format.number(y, Math.abs(y) < 10 && y % 1 !== 0 ? 1 : 0)}
        xTitle="kWh"
        yTitle={t(`battery.chart.unit_${view}`)}
      />
      <ChartKey
        heading={kwh(sizes[selected]!.capacityKwh)}
        rows={series.map(({ key, label, hint, colour, values }) => ({
          key,
          label,
          hint,
          colour,
          value: euro(values[selected] ?? null, view === 'marginal' ? 1 : 0),
        }))}
      />
    </Panel>
  )
}
