import { IconChartAreaLine, IconDownload, IconTable } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { findUsableIntervals } from '../../shared/charts/chart-interval.ts'
import type { ChartState, ChosenView } from '../../shared/charts/chart-search.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { PlainSelect } from '../../shared/plain-select/plain-select.tsx'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'
import { useMobile } from '../../shared/use-mobile.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import styles from './charts.module.css'
import { CompareChoice } from './compare-choice.tsx'
import type { ChangeChart } from './use-chart-state.ts'
import type { Period } from './use-period.ts'
import { ViewPopover } from './view-popover.tsx'

interface Props {
  state: ChartState
  change: ChangeChart
  period: Period
  /** Energy, power or money; metrics have no such choice. */
  views: readonly ChosenView[]
  onCsv: () => void
  /** Null if there is no workbook of this view. */
  onXlsx: (() => void) | null
  /** Null while a table is shown: there is no picture then. */
  onPng: (() => void) | null
  children?: ReactNode
}

export const intervalLabel = (seconds: number) => `charts.interval.${seconds}` as MessageKey

/** How the range is shown: view, interval, comparison, as a table, as a file. */
export function ChartToolbar({ state, change, period, views, onCsv, onXlsx, onPng, children }: Props) {
  const t = useT()
  const isMobile = useMobile()
  const usable = findUsableIntervals(period.toMs - period.fromMs)
  const interval = (
    <PlainSelect
      label={t('charts.interval.label')}
      value={state.interval as number}
      onChange={(interval) => change({ interval: interval as ChartState['interval'] })}
      options={usable.map((seconds) => ({
        value: seconds as number,
        label:
          seconds === 0
            ? t('charts.interval.automatic_is', {
                interval: state.interval === 0 ? t(intervalLabel(period.intervalSeconds)) : '…',
              })
            : t(intervalLabel(seconds)),
      }))}
    />
  )
  const files = (
    <div className={styles.files}>
      <Button variant="quiet" aria-pressed={state.table} onClick={() => change({ table: !state.table })}>
        {state.table ? (
          <IconChartAreaLine size={17} stroke={1.6} aria-hidden />
        ) : (
          <IconTable size={17} stroke={1.6} aria-hidden />
        )}
        {t(state.table ? 'charts.table.hide' : 'charts.table.show')}
      </Button>
      <Menu
        label={t('charts.download.label')}
        trigger={<IconDownload size={17} stroke={1.6} aria-hidden />}
        triggerClassName={buttonClass({ variant: 'quiet' })}
        sections={[
          {
            key: 'files',
            items: [
              { key: 'csv', label: t('charts.download.csv'), onSelect: onCsv },
              ...(onXlsx ? [{ key: 'xlsx', label: t('charts.download.xlsx'), onSelect: onXlsx }] : []),
              ...(onPng ? [{ key: 'png', label: t('charts.download.png'), onSelect: onPng }] : []),
            ],
          },
        ]}
      />
    </div>
  )
  return (
    <div className={styles.toolbar}>
      {children}
      {views.length > 0 && (
        <SegmentedChoice
          label={t('charts.view.label')}
          value={views.includes(state.view) ? state.view : 'energy'}
          onChange={(view) => change({ view })}
          options={views.map((view) => ({
            value: view,
            label: t(`charts.view.${view}`),
          }))}
        />
      )}
      {isMobile ? (
        <ViewPopover label={t('charts.view.label')}>
          {interval}
          {files}
        </ViewPopover>
      ) : (
        interval
      )}
      {state.range !== 'latest' && <CompareChoice state={state} change={change} period={period} />}
      {!isMobile && files}
    </div>
  )
}
