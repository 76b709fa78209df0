import { useLingui } from '@lingui/react'
import { type BatteryControl, batteryControls } from '@ohmstead/optimizer/sweep-battery-sizes'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ChartWindow } from '../../shared/charts/chart-model.ts'
import { energySwatch } from '../../shared/charts/chart-theme.ts'
import { formatBucket, formatDays } from '../../shared/charts/format-bucket.ts'
import { TimeChart } from '../../shared/charts/time-chart.tsx'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { type PortalDevice, workerQuery } from '../../shared/portal/portal-query.ts'
import { portalTimeZone } from '../../shared/portal/portal-selection.ts'
import { useReadingsKey } from '../../shared/portal/use-portal-devices.ts'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { useMobile } from '../../shared/use-mobile.ts'
import { ChartKey } from '../../shared/what-if/chart-key.tsx'
import styles from '../../shared/what-if/what-if.module.css'
import { IconButton } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import textStyles from '../../ui/text.module.css'
import type { AssessedSize } from './assess-batteries.ts'
import { batteryWeekJob } from './battery-jobs.ts'
import { buildWeekModel } from './build-week-model.ts'
import type { BatteryWeek } from './run-battery-week.ts'
import type { SweepQuestion } from './sweep-battery.ts'

const height = { wide: 400, narrow: 320 }

/** One week in quarter-hours: what the battery would have done, step by step. */
export function BatteryWeekPanel({
  device,
  question,
  size,
}: {
  device: PortalDevice
  question: SweepQuestion
  size: AssessedSize
}) {
  const t = useT()
  const { i18n } = useLingui()
  const [control, setControl] = useState<BatteryControl>('forecast')
  const [fromMs, setFromMs] = useState<number | null>(null)
  const readings = useReadingsKey(device)!
  const { sizes: _, ...base } = question
  const { capacityKwh, chargeKw, dischargeKw } = size
  const query = useQuery({
    ...workerQuery(batteryWeekJob, readings, {
      ...base,
      size: { capacityKwh, chargeKw, dischargeKw },
      control,
      fromMs,
    }),
    placeholderData: keepPreviousData,
  })
  const week = query.data
  const move = (days: number) => week && setFromMs(addDays(week.fromMs, days, week))
  return (
    <Panel
      heading={t('battery.week.heading')}
      lead={t('battery.week.lead')}
      tools={
        <div className={styles.scroll}>
          <SegmentedChoice<BatteryControl>
            label={t('battery.week.control')}
            value={control}
            options={batteryControls.map((one) => ({ value: one, label: t(`battery.control.${one}`) }))}
            onChange={setControl}
          />
        </div>
      }
    >
      {week === undefined ? (
        query.isError ? (
          <FailedState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton height={height.wide} radius={16} />
        )
      ) : week === null ? (
        <p className={textStyles.soft}>{t('battery.week.too_short')}</p>
      ) : (
        <>
          <div className={styles.pager}>
            <IconButton
              label={t('battery.week.before')}
              disabled={week.fromMs <= week.firstMs}
              onClick={() => move(-7)}
            >
              <IconChevronLeft size={18} stroke={1.6} />
            </IconButton>
            <strong>{formatDays(dayOf(week.fromMs), dayOf(week.ts.at(-1)!), i18n.locale)}</strong>
            <IconButton
              label={t('battery.week.after')}
              disabled={week.fromMs >= week.lastMs}
              onClick={() => move(7)}
            >
              <IconChevronRight size={18} stroke={1.6} />
            </IconButton>
          </div>
          <WeekChart week={week} />
        </>
      )}
    </Panel>
  )
}

function WeekChart({ week }: { week: BatteryWeek }) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  const isMobile = useMobile()
  const [cursor, setCursor] = useState<number | null>(null)
  const [zoom, setZoom] = useState<ChartWindow | null>(null)
  const model = useMemo(() => buildWeekModel(week), [week])
  const kw = (value: number | undefined) => `${format.number((value ?? 0) / 1000, 2)} kW`
  const sum = (values: Float64Array, sign: 1 | -1) =>
    `${format.number(values.reduce((all, value) => all + Math.max(sign * value, 0), 0) / 4000, 1)} kWh`
  const rows = (at: number | null) => [
    {
      key: 'grid_import',
      label: t('charts.series.grid_import'),
      value: at === null ? sum(week.gridW, 1) : kw(Math.max(week.gridW[at]!, 0)),
    },
    {
      key: 'battery_discharge',
      label: t('charts.series.battery_discharge'),
      value: at === null ? sum(week.dischargeW, 1) : kw(week.dischargeW[at]),
    },
    {
      key: 'battery_charge',
      label: t('charts.series.battery_charge'),
      value: at === null ? sum(week.chargeW, 1) : kw(week.chargeW[at]),
    },
    {
      key: 'grid_export',
      label: t('charts.series.grid_export'),
      value: at === null ? sum(week.gridW, -1) : kw(Math.max(-week.gridW[at]!, 0)),
    },
    {
      key: 'home',
      label: t('battery.week.house'),
      value: at === null ? '' : kw(week.houseW[at]),
    },
    {
      key: 'soc',
      label: t('battery.week.soc'),
      value: at === null ? '' : format.percent(week.stateOfCharge[at]! / 100, 0),
    },
  ]
  const timeOf = (at: number) => formatBucket(model.ts[at]!, model.ends[at]!, portalTimeZone, i18n.locale)
  return (
    <>
      <TimeChart
        model={model}
        zoom={zoom}
        onZoom={setZoom}
        cursor={cursor}
        onCursor={setCursor}
        label={t('battery.week.heading')}
        describe={(at) =>
          t('charts.chart.readout', {
            time: timeOf(at),
            values: rows(at)
              .map(({ label, value }) => `${label} ${value}`)
              .join(', '),
          })
        }
        height={isMobile ? height.narrow : height.wide}
      />
      <ChartKey
        heading={cursor === null ? t('battery.week.whole') : timeOf(cursor)}
        rows={rows(cursor).map((row) => {
          const { background, borderColor } = energySwatch(row.key)
          return { ...row, colour: borderColor, fill: background }
        })}
      />
      {week.isFilled.some((one) => one === 1) && (
        <p className={textStyles.soft}>{t('battery.week.filled')}</p>
      )}
    </>
  )
}

function dayOf(ms: number): string {
  return Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(portalTimeZone)
    .toPlainDate()
    .toString()
}

function addDays(ms: number, days: number, { firstMs, lastMs }: BatteryWeek): number {
  const moved = Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(portalTimeZone)
    .add({ days }).epochMilliseconds
  return Math.min(Math.max(moved, firstMs), lastMs)
}
