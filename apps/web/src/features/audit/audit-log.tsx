import { type AuditAction, auditActions } from '@ohmstead/domain/audit/audit-actions'
import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AuditEntry } from './audit-entry.tsx'
import styles from './audit-log.module.css'
import { boundDays } from './bound-days.ts'

const searchDelayMs = 500

interface Filter {
  search: string
  action: AuditAction | undefined
  from: string
  to: string
}

/** Newest first, 50 at a time; `locationId` shows only what concerns one location. */
export function AuditLog({ locationId }: { locationId: number | null }) {
  const t = useT()
  const today = Temporal.Now.plainDateISO().toString()
  const [typed, setTyped] = useState('')
  const [filter, setFilter] = useState<Filter>({ search: '', action: undefined, from: '', to: '' })
  useEffect(() => {
    const timer = setTimeout(() => setFilter((now) => ({ ...now, search: typed })), searchDelayMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['audit-log', locationId, filter],
    queryFn: ({ signal, pageParam }) => readPage(locationId, filter, pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next_before }) => next_before ?? undefined,
    placeholderData: keepPreviousData,
  })
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
            setFilter({ ...filter, action: auditActions.find((action) => action === value) })
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
            onChange={(day) => setFilter({ ...filter, [end]: day })}
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

function readPage(
  locationId: number | null,
  { search, action, from, to }: Filter,
  before: number | undefined,
  signal: AbortSignal,
) {
  const query = { action, ...boundDays({ from, to }, Temporal.Now.zonedDateTimeISO()), before }
  return locationId === null
    ? call('GET /audit-log', { query: { ...query, search }, signal })
    : call('GET /locations/:locationId/audit-log', { params: { locationId }, query, signal })
}
