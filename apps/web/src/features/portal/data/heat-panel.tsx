import { useLingui } from '@lingui/react'
import { useMemo, useState } from 'react'
import { getDateFormat } from '../../../shared/charts/date-format.ts'
import { formatTag } from '../../../shared/i18n/locale.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { SegmentedChoice } from '../../../shared/segmented-choice/segmented-choice.tsx'
import { useTheme } from '../../../shared/theme-choice.ts'
import { useTouch } from '../../../shared/use-touch.ts'
import { colorSchemeOf } from '../../../ui/themes.ts'
import { DataPanel } from './data-panel.tsx'
import { findHeatTop, heatGradient } from './heat-colours.ts'
import { formatHeatCsv } from './heat-csv.ts'
import heatStyles from './heat-map.module.css'
import { HeatMap } from './heat-map.tsx'
import { HeatTable } from './heat-table.tsx'
import type { DataPanelProps, ReadingsSummary } from './summarise-readings.ts'

const hoursPerDay = 24

/** When power is used: the habits of a house show as stripes. */
export function HeatPanel({ summary, eimm, soFar }: DataPanelProps) {
  const t = useT()
  const format = useFormat()
  const isTouch = useTouch()
  const { i18n } = useLingui()
  const scheme = colorSchemeOf(useTheme())
  const [flow, setFlow] = useState<'import' | 'export'>('import')
  const [cell, setCell] = useState<number | null>(null)
  const { heat, days } = summary
  const powersW = flow === 'export' && heat.exportW ? heat.exportW : heat.importW
  const topW = useMemo(() => findHeatTop(powersW), [powersW])
  const tag = formatTag(i18n.locale)
  const marks = useMemo(() => findMarks(days, tag), [days, tag])
  const kw = (power: number) => format.number(Number.isNaN(power) ? null : power / 1000, 2)
  const describe = (at: number) => {
    const day = Date.parse(days[Math.floor(at / hoursPerDay)]!.day)
    const date = getDateFormat(tag, {
      timeZone: 'UTC',
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    })
    const hour = at % hoursPerDay
    return t('portal.heat.cell', {
      day: date.format(day),
      hours: `${String(hour).padStart(2, '0')}–${String(hour + 1).padStart(2, '0')}`,
      power: kw(powersW[at]!),
    })
  }
  return (
    <DataPanel
      heading={t('portal.heat.heading')}
      lead={t('portal.heat.lead')}
      soFar={soFar}
      csv={() => formatHeatCsv(days, powersW)}
      fileParts={[eimm, flow, days[0]?.day ?? '', days.at(-1)?.day ?? '']}
      tools={
        heat.exportW && (
          <SegmentedChoice
            label={t('portal.heat.flow')}
            value={flow}
            onChange={setFlow}
            options={[
              { value: 'import', label: t('portal.chart.grid_import') },
              { value: 'export', label: t('portal.chart.grid_export') },
            ]}
          />
        )
      }
      table={<HeatTable days={days} powersW={powersW} />}
      picture={
        <>
          <HeatMap
            days={heat.days}
            powersW={powersW}
            topW={topW}
            marks={marks}
            cell={cell}
            onCell={setCell}
            label={t('portal.heat.heading')}
            describe={describe}
          />
          <div className={heatStyles.legend}>
            <p className={heatStyles.readout}>
              {cell === null ? t(isTouch ? 'portal.heat.hint_touch' : 'portal.heat.hint') : describe(cell)}
            </p>
            <span className={heatStyles.scale}>
              0 <i style={{ background: heatGradient(scheme) }} aria-hidden />
              {t('portal.heat.top', { power: kw(topW) })}
            </span>
            <span className={heatStyles.scale}>
              <span className={heatStyles.gap} aria-hidden /> {t('portal.heat.none')}
            </span>
          </div>
        </>
      }
    />
  )
}

/** Up to this many days weeks are labelled, beyond it months. */
const longestInWeeks = 62

/** Where months begin along the days, or Mondays. */
function findMarks(days: ReadingsSummary['days'], tag: string): { at: number; label: string }[] {
  const isShort = days.length <= longestInWeeks
  const options = isShort ? ({ day: 'numeric', month: 'short' } as const) : ({ month: 'short' } as const)
  const usual = getDateFormat(tag, { timeZone: 'UTC', ...options })
  const withYear = getDateFormat(tag, { timeZone: 'UTC', ...options, year: '2-digit' })
  return days.flatMap(({ day }, at) => {
    const date = new Date(`${day}T00:00:00Z`)
    if (isShort ? date.getUTCDay() !== 1 : date.getUTCDate() !== 1) return []
    const isYear = !isShort && date.getUTCMonth() === 0
    return [{ at, label: (isYear ? withYear : usual).format(date) }]
  })
}
