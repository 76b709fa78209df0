import type { PriceListView } from '@ohmstead/contract/price-lists'
import type { RatePlanView } from '@ohmstead/contract/rate-plans'
import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { MonthChange } from '../../shared/pricing/month-change.tsx'
import { planPreviewQuery, previewQuery } from '../../shared/pricing/price-preview-query.ts'
import { useDaysText } from '../../shared/pricing/use-days-text.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { useDelayed } from '../../shared/use-delayed.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { findLostDays } from './lost-days.ts'
import styles from './rate-plans.module.css'

interface PlanChangeProps {
  base: RatePlanView
  lists: readonly PriceListView[]
  entries: readonly RatePlanEntry[]
  today: string
}

/** Before a plan is saved: what its locations would have paid, and the days that lose their price. */
export function PlanChange({ base, lists, entries, today }: PlanChangeProps) {
  const t = useT()
  const daysText = useDaysText()
  const { locations, hiddenLocations } = base
  const [chosen, setChosen] = useState(locations[0]?.id ?? null)
  const settled = useDelayed(entries, 350)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...planPreviewQuery(chosen ?? 0, settled),
    enabled: chosen !== null,
  })
  const isStale = settled !== entries || isPlaceholderData
  const lost = findLostDays(base.entries, entries)
  const hidden = hiddenLocations > 0 ? [t('rate_plans.hidden', { count: hiddenLocations })] : []
  const upcoming = entries.find(
    (one) =>
      one.validFrom > today &&
      !base.entries.some(
        ({ priceListId, validFrom }) => priceListId === one.priceListId && validFrom === one.validFrom,
      ),
  )
  const list = lists.find(({ id }) => id === upcoming?.priceListId)
  return (
    <section className={styles.change} aria-label={t('price_lists.summary.bill_change')}>
      <h2>{t('price_lists.summary.bill_change')}</h2>
      {lost.length > 0 && (
        <p className={styles.warning} role="alert">
          {t('rate_plans.change.lost', {
            days: lost.map(({ from, to }) => daysText(from, to)).join('; '),
            names: [...locations.map(({ name }) => name), ...hidden].join(', '),
          })}
        </p>
      )}
      {locations.length > 1 && (
        <SelectField
          label={t('price_lists.preview.location')}
          value={String(chosen)}
          options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => setChosen(Number(id))}
        />
      )}
      {error && <FailedState error={error} onRetry={() => void refetch()} />}
      {chosen !== null && !data && !error && <Skeleton height={80} radius={12} />}
      {data && !error && (
        <div className={styles.months} data-stale={isStale || undefined} aria-busy={isStale}>
          {data.map((month) => (
            <MonthChange key={month.month} change={month} under={t('rate_plans.change.under')} />
          ))}
        </div>
      )}
      {list && chosen !== null && <Upcoming list={list} from={upcoming!.validFrom} locationId={chosen} />}
    </section>
  )
}

/** A list that begins later has no effect yet: a month that is known shows what it will have. */
function Upcoming({ list, from, locationId }: { list: PriceListView; from: string; locationId: number }) {
  const t = useT()
  const { data, isPlaceholderData } = useQuery(
    previewQuery({ draft: list, day: from, locationId, replaces: null }),
  )
  // The figures of another location or list are none of this one.
  if (!data?.lastMonth || isPlaceholderData) return null
  return (
    <MonthChange
      change={data.lastMonth}
      heading={t('rate_plans.change.as_if', { name: list.name })}
      under={t('price_lists.preview.under_this')}
    />
  )
}
