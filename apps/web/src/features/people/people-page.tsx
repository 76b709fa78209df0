import { roles } from '@ohmstead/domain/access/role'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Pager } from '../../shared/people/pager.tsx'
import styles from '../../shared/people/people.module.css'
import { useRouteIds } from '../../shared/route-ids.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PersonRow } from './person-row.tsx'

const searchDelayMs = 500

/** The people of a company, or of all that the reader runs, found by words and role. */
export function PeoplePage() {
  const { companyId } = useRouteIds()
  const { search }: Record<string, unknown> = useSearch({ strict: false })
  // Another company starts with an empty search, another link with its own.
  return <PeopleList key={`${companyId} ${search}`} companyId={companyId} />
}

function PeopleList({ companyId }: { companyId: number | null }) {
  const t = useT()
  // A link may lead to one person.
  const { search: asked }: Record<string, unknown> = useSearch({ strict: false })
  const first = typeof asked === 'string' ? asked : ''
  const [typed, setTyped] = useState(first)
  const [filter, setFilter] = useState({ search: first, role: '', page: 1 })
  useEffect(() => {
    const timer = setTimeout(
      () => setFilter((now) => (now.search === typed ? now : { ...now, search: typed, page: 1 })),
      searchDelayMs,
    )
    return () => clearTimeout(timer)
  }, [typed])
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['people', companyId, filter],
    queryFn: ({ signal }) => {
      const query = {
        search: filter.search,
        role: roles.find((role) => role === filter.role),
        page: filter.page,
      }
      return companyId === null
        ? call('GET /users', { query, signal })
        : call('GET /companies/:companyId/users', { params: { companyId }, query, signal })
    },
    placeholderData: keepPreviousData,
  })
  if (!data && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  return (
    <>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <header className={styles.head}>
        <div>
          <h1>{t('titles.users')}</h1>
          <p role="status">{data ? t('people.list.count', { count: data.total }) : ' '}</p>
        </div>
      </header>
      <search className={styles.filters}>
        <TextField
          type="search"
          label={t('people.list.search')}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
        />
        <SelectField
          label={t('account.info.role')}
          value={filter.role}
          placeholder={t('people.list.any_role')}
          options={roles.map((role) => ({ value: role, label: t(`account.role.${role}`) }))}
          onChange={(role) => setFilter({ ...filter, role, page: 1 })}
        />
      </search>
      {!data && <Skeleton height={320} radius={16} />}
      {data && data.users.length === 0 && (
        <EmptyState
          icon={<IconSearch size={22} />}
          title={t('people.list.none')}
          text={t(filter.search || filter.role ? 'people.list.none_text' : 'people.list.empty_text')}
        />
      )}
      {data && data.users.length > 0 && (
        <ul className={styles.list} aria-busy={isPlaceholderData}>
          {data.users.map((person) => (
            <PersonRow key={person.id} person={person} />
          ))}
        </ul>
      )}
      {data && (
        <Pager
          page={filter.page}
          total={data.total}
          pageSize={data.page_size}
          onPage={(page) => setFilter({ ...filter, page })}
        />
      )}
    </>
  )
}
