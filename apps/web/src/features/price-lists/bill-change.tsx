import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { MonthChange } from '../../shared/pricing/month-change.tsx'
import { priceListUsageQuery } from '../../shared/pricing/price-lists-query.ts'
import { previewQuery } from '../../shared/pricing/price-preview-query.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { PriceListDraft } from './price-list-draft.ts'
import styles from './price-preview.module.css'

/** What a change does to the last month of a location in which the list holds, on the days on which it does. */
export function BillChange({ priceListId, draft }: { priceListId: number; draft: PriceListDraft }) {
  const t = useT()
  const today = useToday()
  const { data: usage } = useQuery(priceListUsageQuery(priceListId))
  const [chosen, setChosen] = useState<number | null>(null)
  const locations = usage?.locations ?? []
  const locationId = chosen ?? locations[0]?.id ?? null
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...previewQuery({ draft, day: today, locationId, replaces: priceListId }),
    enabled: locationId !== null,
  })
  if (locationId === null) return null
  return (
    <section className={styles.preview}>
      <h3>{t('price_lists.summary.bill_change')}</h3>
      {locations.length > 1 && (
        <SelectField
          label={t('price_lists.preview.location')}
          value={String(locationId)}
          options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => setChosen(Number(id))}
        />
      )}
      {error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={80} radius={12} />}
      {data?.lastMonth && (
        <div
          className={styles.result}
          data-stale={isPlaceholderData || undefined}
          aria-busy={isPlaceholderData}
        >
          <MonthChange change={data.lastMonth} under={t('rate_plans.change.under')} />
        </div>
      )}
    </section>
  )
}
