import { IconSearch } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { Pager } from '../people/pager.tsx'
import styles from '../people/people.module.css'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../states/page-states.tsx'
import type { PagedSearch } from '../use-paged-search.ts'

interface SearchListProps<Found> {
  title: string
  lead?: string
  /** How many there are, in words. */
  count: (total: number) => string
  search: PagedSearch
  searchLabel: string
  /** Further filters. */
  filter: ReactNode
  /** Between the head and the search. */
  aside?: ReactNode
  query: UseQueryResult<Found>
  rows: (found: Found) => ReactNode[]
  /** Instead of an empty list. */
  empty: { icon?: ReactNode; title: string; text: string }
}

/** A long list with a search: its head, the search, a page of it, and links to the other pages. */
export function SearchList<Found extends { total: number; page_size: number }>({
  title,
  lead,
  count,
  search,
  searchLabel,
  filter,
  aside,
  query: { data, error, refetch, isPlaceholderData },
  rows,
  empty,
}: SearchListProps<Found>) {
  if (!data && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  const shown = data ? rows(data) : []
  return (
    <>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <header className={styles.head}>
        <div>
          <h1>{title}</h1>
          {lead && <p>{lead}</p>}
        </div>
        <p role="status">{data ? count(data.total) : '\u00a0'}</p>
      </header>
      {aside}
      <search className={styles.filters}>
        <TextField
          type="search"
          label={searchLabel}
          value={search.typed}
          onChange={search.onType}
          autoComplete="off"
        />
        {filter}
      </search>
      {!data && <Skeleton height={320} radius={16} />}
      {data && shown.length === 0 && (
        <EmptyState icon={empty.icon ?? <IconSearch size={22} />} title={empty.title} text={empty.text} />
      )}
      {data && shown.length > 0 && (
        <ul className={styles.list} aria-label={title} aria-busy={isPlaceholderData}>
          {shown}
        </ul>
      )}
      {data && (
        <Pager page={search.page} total={data.total} pageSize={data.page_size} onPage={search.onPage} />
      )}
    </>
  )
}
