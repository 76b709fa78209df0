import { useLingui } from '@lingui/react'
import { useCallback, useMemo, useState } from 'react'
import { type ChartTable, formatCsv } from '../../../shared/charts/chart-csv.ts'
import type { ChartWindow } from '../../../shared/charts/chart-model.ts'
import { ChartPanel } from '../../../shared/charts/chart-panel.tsx'
import { downloadCsv, formatFileName } from '../../../shared/charts/download.ts'
import { downloadPicture } from '../../../shared/charts/download-picture.ts'
import { formatDays } from '../../../shared/charts/format-bucket.ts'
import { PanelTools } from '../../../shared/charts/panel-tools.tsx'
import { useT } from '../../../shared/i18n/use-t.ts'
import type { PortalDevice } from '../../../shared/portal/portal-query.ts'
import { portalTimeZone } from '../../../shared/portal/portal-selection.ts'
import { formatDeviceName } from '../../../shared/portal/use-portal-devices.ts'
import { usePortalSelection } from '../../../shared/portal/use-portal-selection.ts'
import { useQuantity } from '../../../shared/quantity/use-quantity.ts'
import { useHour12 } from '../../../shared/session/use-hour12.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import {
  buildReadingsModel,
  buildReadingsSeries,
  longestBandMs,
  type ReadingsSeries,
} from './build-readings-model.ts'
import { buildDayRows, buildQuarterRows } from './readings-rows.ts'
import type { ReadingsSummary } from './summarise-readings.ts'

const quarterMs = 900_000
const dayMs = 86_400_000

/** Every quarter-hour of the range; drag to zoom. */
export function ReadingsChart({ summary, device }: { summary: ReadingsSummary; device: PortalDevice }) {
  const t = useT()
  const { i18n } = useLingui()
  const hour12 = useHour12()
  const { selection } = usePortalSelection()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [window, setWindow] = useState<ChartWindow | null>(null)
  const [wanted, setWanted] = useState<ChartWindow | null>(null)
  const [isTable, setTable] = useState(false)
  const series = useMemo(() => buildReadingsSeries(summary), [summary])
  const { ts } = series
  const shownMs = window ? window.toMs - window.fromMs : ts.length * quarterMs
  // The table has every quarter-hour, however long the range is.
  const isClose = isTable || shownMs <= longestBandMs
  const model = useMemo(
    () => buildReadingsModel(summary, series, hidden, isClose),
    [summary, series, hidden, isClose],
  )
  const label = useCallback((key: string) => t(`portal.chart.${key as 'grid_import'}`), [t])
  const { text, parts } = useQuantity()
  const rowsAt = useCallback(
    (cursor: number | null) =>
      isClose
        ? buildQuarterRows(summary, series, cursor, label, (block) => t('portal.block.name', { block }))
        : buildDayRows(summary, series, cursor, {
            label,
            median: (powerW) => t('portal.chart.median', { power: text(powerW, 'W') }),
            range: (lowW, highW) =>
              lowW === highW ? text(highW, 'W') : `${parts(lowW, 'W').number}–${text(highW, 'W')}`,
          }),
    [summary, series, label, isClose, text, parts, t],
  )
  const table = useMemo(
    () => (isTable ? buildTable(summary, series, label) : null),
    [isTable, summary, series, label],
  )
  const name = formatDeviceName(device)
  const period = formatDays(selection.from, selection.to, i18n.locale)
  const fileName = (extension: string) =>
    formatFileName([device.eimm, selection.from, selection.to], extension)
  const title = t('charts.table.caption', { title: name, period })
  const { peak } = summary
  const toggle = (key: string) =>
    setHidden((now) =>
      now.has(key) ? new Set([...now].filter((one) => one !== key)) : new Set(now).add(key),
    )
  return (
    <Panel
      heading={t('portal.chart.heading')}
      lead={t('portal.chart.lead')}
      isFramed={false}
      tools={
        <PanelTools
          isTable={isTable}
          onTable={setTable}
          onCsv={() => downloadCsv(formatCsv(buildTable(summary, series, label)), fileName('csv'))}
          onPng={() =>
            void downloadPicture({
              model,
              window,
              locale: i18n.locale,
              hour12,
              title: name,
              subtitle: period,
              legend: rowsAt(null).filter(({ key }) => !hidden.has(key)),
              fileName: fileName('png'),
            })
          }
        >
          {peak && !isTable && (
            <Button
              size="small"
              variant="quiet"
              onClick={() => setWanted({ fromMs: peak.startMs - dayMs / 2, toMs: peak.startMs + dayMs / 2 })}
            >
              {t('portal.chart.go_to_peak')}
            </Button>
          )}
        </PanelTools>
      }
    >
      <ChartPanel
        model={model}
        rowsAt={rowsAt}
        hidden={hidden}
        onToggle={toggle}
        idleHeading={t('portal.chart.highest')}
        title={title}
        table={table}
        isOutdated={false}
        onWindow={setWindow}
        zoomTo={wanted}
        note={isClose ? null : t('portal.chart.days_note')}
      />
    </Panel>
  )
}

/** Energies, as the portal has them; the power is four times as much. */
function buildTable(
  summary: ReadingsSummary,
  { ts }: ReadingsSeries,
  label: (key: string) => string,
): ChartTable {
  const wh = (powers: Float64Array) => powers.map((power) => power / 4)
  return {
    ts,
    timeZone: portalTimeZone,
    columns: [
      { key: 'import', label: label('grid_import'), unit: 'Wh', values: wh(summary.importW) },
      ...(summary.exportW
        ? [{ key: 'export', label: label('grid_export'), unit: 'Wh', values: wh(summary.exportW) }]
        : []),
      { key: 'power', label: label('power'), unit: 'W', values: summary.importW },
      { key: 'agreed', label: label('agreed'), unit: 'W', values: summary.agreedW },
      { key: 'block', label: label('block'), unit: '', values: Array.from(summary.block) },
    ],
    estimated: summary.estimated,
    incomplete: [],
  }
}
