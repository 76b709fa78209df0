import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { type ChartTable, formatCsv } from '../../shared/charts/chart-csv.ts'
import type { ChartModel } from '../../shared/charts/chart-model.ts'
import { ChartPanel } from '../../shared/charts/chart-panel.tsx'
import type { ChartState, ChosenView } from '../../shared/charts/chart-search.ts'
import { downloadCsv, formatFileName } from '../../shared/charts/download.ts'
import { downloadPicture } from '../../shared/charts/download-picture.ts'
import { formatDays } from '../../shared/charts/format-bucket.ts'
import type { SeriesRow } from '../../shared/charts/series-rows.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useHour12 } from '../../shared/session/use-hour12.ts'
import { ChartToolbar } from './chart-toolbar.tsx'
import { useAddressZoom } from './use-address-zoom.ts'
import type { ChangeChart } from './use-chart-state.ts'
import type { Period } from './use-period.ts'
import { useWorkbookDownload, type WorkbookOf } from './use-workbook-download.ts'

interface Props {
  /** Whose values they are. */
  name: string
  /** The file name besides the days. */
  fileParts: readonly string[]
  state: ChartState
  change: ChangeChart
  period: Period
  picker?: ReactNode
  /** None for metrics. */
  views: readonly ChosenView[]
  /** Null if there is none of this view. */
  workbook: WorkbookOf | null
  model: ChartModel
  rowsAt: (cursor: number | null) => SeriesRow[]
  table: ChartTable
  idleHeading: string
  /** The comparison, in words. */
  compared: string | null
  hidden: ReadonlySet<string>
  /** The picture still shows the previous range. */
  isOutdated: boolean
  /** Instead of the picture, if nothing was measured. */
  empty: ReactNode | null
}

/** The tools and the picture of an answer, whatever is drawn. */
export function ChartedAnswer({
  name,
  fileParts,
  state,
  change,
  period,
  picker,
  views,
  workbook,
  model,
  rowsAt,
  table,
  idleHeading,
  compared,
  hidden,
  isOutdated,
  empty,
}: Props) {
  const t = useT()
  const { i18n } = useLingui()
  const hour12 = useHour12()
  const { zoomTo, onWindow, shown } = useAddressZoom(state, change)
  const { firstDay, lastDay } = period.days
  const periodText = formatDays(firstDay, lastDay, i18n.locale)
  const fileName = (extension: string) => formatFileName([...fileParts, firstDay, lastDay], extension)
  const download = useWorkbookDownload(workbook, period, fileName('xlsx'))
  const savePicture = () =>
    void downloadPicture({
      model,
      window: shown.current,
      locale: i18n.locale,
      hour12,
      title: name,
      subtitle: [periodText, compared].filter(Boolean).join(' · '),
      legend: rowsAt(null).filter(({ key }) => !hidden.has(key)),
      fileName: fileName('png'),
    })
  return (
    <>
      <ChartToolbar
        state={state}
        change={change}
        period={period}
        views={views}
        onCsv={() => downloadCsv(formatCsv(table), fileName('csv'))}
        onXlsx={workbook && (() => download.mutate())}
        onPng={state.table ? null : savePicture}
      >
        {picker}
      </ChartToolbar>
      {empty ?? (
        <ChartPanel
          model={model}
          rowsAt={rowsAt}
          hidden={hidden}
          onToggle={(key) =>
            change({ hide: hidden.has(key) ? state.hide.filter((one) => one !== key) : [...state.hide, key] })
          }
          idleHeading={idleHeading}
          title={t('charts.table.caption', { title: name, period: periodText })}
          table={state.table ? table : null}
          isOutdated={isOutdated}
          compared={compared}
          onWindow={onWindow}
          zoomTo={zoomTo}
        />
      )}
    </>
  )
}
