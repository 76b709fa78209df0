import { useLingui } from '@lingui/react'
import { currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import { IconCoins } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { buildCostModel, type CostKey } from '../../shared/charts/build-cost-model.ts'
import { hasAny } from '../../shared/charts/build-energy-model.ts'
import type { ChartTable } from '../../shared/charts/chart-csv.ts'
import type { ChartState } from '../../shared/charts/chart-search.ts'
import { alignComparison } from '../../shared/charts/compare-period.ts'
import { formatDays } from '../../shared/charts/format-bucket.ts'
import { type SeriesRow, valueAt } from '../../shared/charts/series-rows.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths } from '../../shared/paths.ts'
import { locationCostsQuery } from '../../shared/pricing/location-prices-query.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import { useLocationAddress } from '../../shared/route-ids.ts'
import { EmptyState, FailedState, FailedStrip } from '../../shared/states/page-states.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { ChartedAnswer } from './charted-answer.tsx'
import { ChartsSkeleton } from './charts-skeleton.tsx'
import { CostTotals } from './cost-totals.tsx'
import type { ChangeChart } from './use-chart-state.ts'
import { otherPeriodOf, type Period } from './use-period.ts'

interface Props {
  locationId: number
  name: string
  state: ChartState
  change: ChangeChart
  period: Period
  timeZone: string
  picker?: React.ReactNode
}

/** Prices hold for a quarter-hour. */
const shortestSeconds = 900

/** What the energy of a location cost and earned: totals, bars, table, files, and another period behind it. */
export function CostCharts({ locationId, name, state, change, period: chosen, timeZone, picker }: Props) {
  const t = useT()
  const words = usePriceWords()
  const text = usePriceText()
  const { i18n } = useLingui()
  const address = useLocationAddress()
  const period = { ...chosen, intervalSeconds: Math.max(chosen.intervalSeconds, shortestSeconds) }
  const query = useQuery(locationCostsQuery(locationId, period))
  const costs = useDeferredValue(query.data)
  const otherPeriod = otherPeriodOf(state, period, timeZone)
  const other = useQuery({
    ...locationCostsQuery(locationId, otherPeriod.period),
    enabled: otherPeriod.isAsked,
  })
  const hidden = useMemo(() => new Set(state.hide), [state.hide])
  const minute = Math.floor(period.nowMs / 60_000) * 60_000
  const otherCosts = otherPeriod.isAsked ? other.data : undefined
  const built = useMemo(() => {
    if (!costs) return null
    const aligned = otherCosts && alignComparison(costs.ts, otherCosts.ts, costs.interval, costs.time_zone)
    const comparison = otherCosts && aligned ? { costs: otherCosts, aligned } : null
    const unit = text.symbol(costs.currency)
    return buildCostModel({ costs, unit, hidden, nowMs: minute, comparison })
  }, [costs, otherCosts, hidden, minute, text])
  const label = useCallback(
    (key: CostKey) => t(key === 'grid_import' ? 'charts.cost.import_cost' : 'charts.cost.export_revenue'),
    [t],
  )
  const currency = costs?.currency ?? 'EUR'
  const rowsAt = useCallback(
    (cursor: number | null): SeriesRow[] =>
      (built?.series ?? []).map(({ key, values, total }) => {
        const others = built!.compared.find((series) => series.key === key)
        const value = cursor === null ? total : valueAt(values, cursor)
        const compared = cursor === null ? (others?.total ?? null) : valueAt(others?.values, cursor)
        return {
          ...{ key, label: label(key), colour: key, unit: currency, value, compared },
          group: 'others' as const,
          ...(value !== null && { text: text.money(value.toFixed(4), currency) }),
          ...(compared !== null && { comparedText: text.money(compared.toFixed(4), currency) }),
          hasComparison: built!.compared.length > 0,
        }
      }),
    [built, label, currency, text],
  )
  const table = useMemo(
    (): ChartTable | null =>
      !built || !costs
        ? null
        : {
            ts: costs.ts,
            timeZone: costs.time_zone,
            columns: built.series.map(({ key, values }) => ({
              ...{ key, label: label(key), unit: costs.currency, values },
              // Quarter-hours cost a few cents.
              ...{
                digits: currencyDecimals[costs.currency] + 2,
                decimals: currencyDecimals[costs.currency] + 4,
              },
            })),
            estimated: costs.estimated,
            incomplete: costs.incomplete,
          },
    [built, costs, label],
  )
  if (!costs || !built || !table) {
    return query.isError ? (
      <FailedState
        error={query.error}
        title={t('charts.failed.title')}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <ChartsSkeleton />
    )
  }
  const isEmpty = !built.series.some(({ values }) => hasAny(values))
  const otherText =
    otherPeriod.days && formatDays(otherPeriod.days.firstDay, otherPeriod.days.lastDay, i18n.locale)
  return (
    <>
      {query.isError && <FailedStrip error={query.error} onRetry={() => void query.refetch()} />}
      {other.isError && <FailedStrip error={other.error} onRetry={() => void other.refetch()} />}
      {!isEmpty && <CostTotals costs={costs} />}
      <ChartedAnswer
        name={name}
        fileParts={[name, 'cost']}
        state={state}
        change={change}
        period={period}
        picker={picker}
        views={['energy', 'power', 'cost']}
        workbook={null}
        model={built.model}
        rowsAt={rowsAt}
        table={table}
        idleHeading={t('charts.legend.total')}
        compared={otherText && otherCosts ? t('charts.compare.outline', { period: otherText }) : null}
        hidden={hidden}
        isOutdated={costs !== query.data}
        empty={
          isEmpty ? (
            <EmptyState
              icon={<IconCoins size={22} stroke={1.6} />}
              title={t('charts.cost.empty')}
              text={costs.missing.map(words.missing).join(' ')}
            >
              {address && (
                <Link to={locationPaths.pricing(address)} className={buttonClass({ variant: 'primary' })}>
                  {t('charts.cost.to_prices')}
                </Link>
              )}
            </EmptyState>
          ) : null
        }
      />
    </>
  )
}
