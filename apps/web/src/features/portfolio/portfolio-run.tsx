import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { Pager } from '../../shared/people/pager.tsx'
import { queryClient } from '../../shared/query-client.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { useDelayed } from '../../shared/use-delayed.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ApplyBar } from './apply-bar.tsx'
import { PointDetails } from './point-details.tsx'
import styles from './portfolio.module.css'
import { PortfolioFiles } from './portfolio-files.tsx'
import { isRunning, type PortfolioRow, rowsQuery, type TableQuestion } from './portfolio-query.ts'
import { PortfolioSums } from './portfolio-sums.tsx'
import { PortfolioTable } from './portfolio-table.tsx'

const typingMs = 400

/** One run: its sums, its rows, and actions on the selected ones. */
export function PortfolioRun({ id, bar }: { id: number; bar: ReactNode }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed, typingMs)
  const [order, setOrder] = useState<Omit<TableQuestion, 'search'>>({
    sort: 'yearly_saving',
    direction: 'desc',
    page: 1,
  })
  const [selected, setSelected] = useState<ReadonlyMap<number, PortfolioRow>>(new Map())
  const [printed, setPrinted] = usePrintedRows()
  const [opened, setOpened] = useState<PortfolioRow | null>(null)
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useQuery(
    rowsQuery(id, { ...order, search }),
  )
  if (!data) {
    if (error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
    return (
      <div className={styles.page} aria-busy>
        <Skeleton width="60%" height={34} />
        <Skeleton height={72} radius={16} />
        <Skeleton height={480} radius={16} />
      </div>
    )
  }
  const printAll = async ({ count, page_size }: typeof data) => {
    const pages = Array.from({ length: Math.ceil(count / page_size) }, (_, at) => at + 1)
    const answers = []
    for (const page of pages)
      answers.push(await queryClient.fetchQuery(rowsQuery(id, { ...order, search, page })))
    setPrinted(answers.flatMap(({ rows }) => rows))
  }
  const select = (rows: readonly PortfolioRow[], isSelected: boolean) =>
    setSelected((now) => {
      const next = new Map(now)
      for (const row of rows) {
        if (isSelected) next.set(row.device_id, row)
        else next.delete(row.device_id)
      }
      return next
    })
  return (
    <div className={styles.page}>
      {error && <FailedStrip error={error} knownAt={dataUpdatedAt} onRetry={() => void refetch()} />}
      <PortfolioSums optimisation={data.optimisation} totals={data.totals} isSearched={search !== ''} />
      {bar}
      <div className={styles.tools}>
        <TextField
          type="search"
          label={t('portfolio.table.search')}
          value={typed}
          autoComplete="off"
          onChange={(text) => {
            setTyped(text)
            setOrder({ ...order, page: 1 })
          }}
        />
        <PortfolioFiles id={id} isReady={data.totals.points > 0} onPrint={() => printAll(data)} />
      </div>
      {selected.size > 0 && (
        <ApplyBar
          rows={[...selected.values()]}
          optimisation={data.optimisation}
          onClear={() => setSelected(new Map())}
        />
      )}
      {data.rows.length > 0 ? (
        <PortfolioTable
          rows={printed ?? data.rows}
          order={order}
          isOutdated={isPlaceholderData}
          selected={selected}
          onSelect={select}
          onOpen={setOpened}
          onSort={(sort) =>
            setOrder({
              sort,
              direction: order.sort === sort && order.direction === 'desc' ? 'asc' : 'desc',
              page: 1,
            })
          }
        />
      ) : isRunning(data.optimisation) ? (
        <Skeleton height={320} radius={16} />
      ) : (
        <EmptyState
          icon={<IconSearch size={22} stroke={1.6} />}
          title={t(search === '' ? 'portfolio.table.empty' : 'portfolio.table.no_match')}
        />
      )}
      <div className={styles.pager}>
        <Pager
          page={order.page}
          total={data.count}
          pageSize={data.page_size}
          onPage={(page) => setOrder({ ...order, page })}
        />
      </div>
      {opened && (
        <PointDetails row={opened} optimisation={data.optimisation} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}

/** All rows of a run, on the page only while printing. */
function usePrintedRows() {
  const [printed, setPrinted] = useState<readonly PortfolioRow[] | null>(null)
  useEffect(() => {
    if (!printed) return undefined
    const end = () => setPrinted(null)
    window.addEventListener('afterprint', end)
    window.print()
    return () => window.removeEventListener('afterprint', end)
  }, [printed])
  return [printed, setPrinted] as const
}
