import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { isOpen, useJobs } from '../../shared/jobs-query.ts'
import { Pager } from '../../shared/people/pager.tsx'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { usePagedSearch } from '../../shared/use-paged-search.ts'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type MonthCostsAsked, monthCostsQuery } from './month-costs-query.ts'
import { MonthCostsSums } from './month-costs-sums.tsx'
import { MonthCostsTable } from './month-costs-table.tsx'
import { MonthCostsWork } from './month-costs-work.tsx'

interface MonthCostsPanelProps {
  companyId: number
  locationGroupId: number | null
}

/** What the locations of a company have cost in the month so far, and their sums: each currency by itself. */
export function MonthCostsPanel({ companyId, locationGroupId }: MonthCostsPanelProps) {
  const t = useT()
  const [order, setOrder] = useState<Pick<MonthCostsAsked, 'sort' | 'direction'>>({
    sort: 'name',
    direction: 'asc',
  })
  const narrowed = JSON.stringify([companyId, locationGroupId, order])
  const { typed, onType, search, page, onPage } = usePagedSearch(narrowed)
  const { data: jobs, isPending: areJobsPending } = useJobs()
  const own = (jobs ?? []).filter(
    ({ kind, company_id }) => kind === 'month_costs' && company_id === companyId,
  )
  const job = own.find(isOpen) ?? null
  const workedOutBy = (jobs ?? []).find(
    (one) => !isOpen(one) && (own.includes(one) || one.kind === 'repricing'),
  )
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...monthCostsQuery(
      { companyId, locationGroupId, search, page, ...order },
      { workedOutBy: workedOutBy?.id ?? 0, isWorking: job !== null },
    ),
    enabled: !areJobsPending,
  })
  return (
    <Panel
      heading={t('location_pricing.bill.so_far')}
      lead={t('location_pricing.month.lead')}
      tools={<MonthCostsWork companyId={companyId} job={job} />}
    >
      {!data && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} />}
      {data && error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <MonthCostsSums costs={data} />
          {(data.total > data.page_size || typed !== '') && (
            <TextField
              type="search"
              label={t('locations.list.search')}
              value={typed}
              autoComplete="off"
              onChange={onType}
            />
          )}
          {data.total === 0 ? (
            <p>{t(search === '' ? 'location_pricing.setup.empty' : 'location_pricing.month.no_match')}</p>
          ) : (
            <MonthCostsTable
              companyId={companyId}
              rows={data.rows}
              order={order}
              isOutdated={isPlaceholderData}
              onSort={(sort) =>
                setOrder(({ sort: was, direction }) => ({
                  sort,
                  // Money begins with the most.
                  direction:
                    was === sort ? (direction === 'asc' ? 'desc' : 'asc') : sort === 'name' ? 'asc' : 'desc',
                }))
              }
            />
          )}
          <Pager page={page} total={data.total} pageSize={data.page_size} onPage={onPage} />
        </>
      )}
    </Panel>
  )
}
