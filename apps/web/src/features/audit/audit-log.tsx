import { auditActions } from '@ohmstead/domain/audit/audit-actions'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { useDelayed } from '../../shared/use-delayed.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AuditEntry } from './audit-entry.tsx'
import styles from './audit-log.module.css'
import { type AuditFilter, auditLogQuery } from './audit-log-query.ts'

const searchDelayMs = 500

/** Newest first, 50 at a time; `locationId` limits to one location. */
export function AuditLog({ locationId }: { locationId: number | null }) {
  const t = useT()
  const today = Temporal.Now.plainDateISO().toString()
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed, searchDelayMs)
  const [chosen, setFilter] = useState<Omit<AuditFilter, 'search'>>({ action: undefined, from: '', to: '' })
  const filter = { ...chosen, search }
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditLogQuery(locationId, filter),
  )
  const isFiltered = Object.values(filter).some(Boolean)
  const entries =
    data?.pages.flatMap((page) => page.entries.map((entry) => ({ entry, names: page.names }))) ?? []
  if (!data && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  return (
    <div className={styles.page}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <header className={styles.head}>
        <h1>{t('titles.audit_log')}</h1>
        <p>{t('audit.list.lead')}</p>
      </header>
      <search className={styles.filters}>
        {locationId === null && (
          <TextField
            type="search"
            label={t('audit.filter.search')}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
          />
        )}
        <SelectField
          label={t('audit.filter.action')}
          value={filter.action ?? ''}
          placeholder={t('audit.filter.all')}
          options={auditActions.map((value) => ({ value, label: t(`audit.action.${value}`) }))}
          onChange={(value) =>
            setFilter({ ...chosen, action: auditActions.find((action) => action === value) })
          }
        />
        {(['from', 'to'] as const).map((end) => (
          <DayField
            key={end}
            name={end}
            label={t(`audit.filter.${end}`)}
            pickLabel={t(`portal.sidebar.pick_${end}`)}
            day={filter[end]}
            today={today}
            isOptional
            onChange={(day) => setFilter({ ...chosen, [end]: day })}
          />
        ))}
      </search>
      {!data && <Skeleton height={320} radius={16} />}
      {data && entries.length === 0 && (
        <EmptyState
          icon={<IconHistory size={22} />}
          title={t(isFiltered ? 'audit.list.empty' : 'audit.list.nothing')}
          text={isFiltered ? t('audit.list.empty_text') : undefined}
        />
      )}
      {entries.length > 0 && (
        <ol className={styles.list}>
          {entries.map(({ entry, names }) => (
            <AuditEntry key={entry.id} entry={entry} names={names} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('audit.list.older')}
        </Button>
      )}
    </div>
  )
}
