import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { listMenuLocations } from '../../shared/navigation/list-menu-locations.ts'
import { menuQuery } from '../../shared/navigation/menu-query.ts'
import { MonthChange } from '../../shared/pricing/month-change.tsx'
import type { PricesScope } from '../../shared/pricing/prices-scope.ts'
import { useMissingText } from '../../shared/pricing/use-missing-text.ts'
import { useUser } from '../../shared/session/current-user.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { BeginEarlier } from './begin-earlier.tsx'
import { DayPriceChart } from './day-price-chart.tsx'
import type { PriceListDraft } from './price-list-draft.ts'
import styles from './price-preview.module.css'
import { usePricePreview } from './use-price-preview.ts'

interface PricePreviewProps {
  scope: PricesScope
  draft: PriceListDraft
  /** How many fields are wrong: nothing is asked before all are right. */
  problems: number
  today: string
  /** Sets the first day of the list; left out where that cannot be changed. */
  onBegin?: (day: string) => void
}

/** Beside the fields: the all-in price over a day, and what a location would have paid last month. */
export function PricePreview({ scope, draft, problems, today, onBegin }: PricePreviewProps) {
  const t = useT()
  const missingText = useMissingText()
  const [day, setDay] = useState(today)
  const [chosen, setChosen] = useState<number | null>()
  // The tree of the sidebar, already known: a super admin's is that of a company.
  const { role, locations: own } = useUser()
  const treeOf = role === 'ROLE_SUPER_ADMIN' ? scope.companyId : null
  const { data: menu } = useQuery({ ...menuQuery(treeOf), enabled: scope.locationId === null })
  const locations = listMenuLocations(menu ?? [])
  // The first location, until somebody chooses: only with its metering point is the price whole.
  const locationId =
    scope.locationId ?? (chosen === undefined ? (own[0]?.id ?? locations[0]?.id ?? null) : chosen)
  const preview = usePricePreview({ draft, problems, day, locationId })
  const { data, error, isAsked, isStale } = preview
  // Nothing was ever shown: there is no day and no location to choose for it.
  const isEmpty = !data && !error && !isAsked
  return (
    <div className={styles.preview}>
      <h2>{t('price_lists.preview.heading')}</h2>
      {problems > 0 && (
        <p className={styles.soft}>
          {t('price_lists.preview.incomplete', { count: problems })}
          {isEmpty && ` ${t('price_lists.preview.then')}`}
        </p>
      )}
      {!isEmpty && (
        <DayField
          mayBeLater
          required
          name="previewDay"
          label={t('price_lists.preview.day')}
          pickLabel={t('price_lists.field.pick_day')}
          day={day}
          today={today}
          onChange={setDay}
        />
      )}
      {error && <FailedState error={error} onRetry={preview.refetch} />}
      {isAsked && !data && !error && <Skeleton height={220} radius={12} />}
      {data && (
        <div className={styles.result} data-stale={isStale || undefined} aria-busy={isStale}>
          {isStale && <p className={styles.earlier}>{t('price_lists.preview.stale')}</p>}
          <DayPriceChart preview={data} />
          {data.missing.map((reason) => (
            <p key={JSON.stringify(reason)} className={styles.soft}>
              {missingText(reason)}
            </p>
          ))}
        </div>
      )}
      {!isEmpty && scope.locationId === null && locations.length > 0 && (
        <SelectField
          label={t('price_lists.preview.location')}
          value={locationId === null ? '' : String(locationId)}
          placeholder={t('price_lists.preview.no_location')}
          options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => setChosen(id === '' ? null : Number(id))}
        />
      )}
      {data?.lastMonth && (
        <div className={styles.result} data-stale={isStale || undefined} aria-busy={isStale}>
          <MonthChange
            change={data.lastMonth}
            heading={t('price_lists.preview.last_month')}
            under={t('price_lists.preview.under_this')}
          />
          <BeginEarlier place="preview" validFrom={draft.validFrom} today={today} onBegin={onBegin} />
        </div>
      )}
    </div>
  )
}
