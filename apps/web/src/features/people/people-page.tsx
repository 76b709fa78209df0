import { type Role, roles } from '@ohmstead/domain/access/role'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useCompanyLead } from '../../shared/companies/use-company-lead.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { peopleQuery } from '../../shared/people/people-query.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { SearchList } from '../../shared/search-list/search-list.tsx'
import { usePagedSearch } from '../../shared/use-paged-search.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { PersonRow } from './person-row.tsx'

/** The people of a company, or of all that the reader runs, found by words and role. */
export function PeoplePage() {
  const { companyId } = useRouteIds()
  // A link may point to one person.
  const { search }: Record<string, unknown> = useSearch({ strict: false })
  const first = typeof search === 'string' ? search : ''
  // Another company starts with an empty search, another link with its own.
  return <PeopleList key={`${companyId} ${first}`} companyId={companyId} first={first} />
}

function PeopleList({ companyId, first }: { companyId: number | null; first: string }) {
  const t = useT()
  const [role, setRole] = useState<Role | undefined>(undefined)
  const search = usePagedSearch(role ?? '', first)
  const query = useQuery(peopleQuery(companyId, { search: search.search, role, page: search.page }))
  return (
    <SearchList
      title={t('titles.users')}
      lead={useCompanyLead(companyId)}
      count={(total) => t('people.list.count', { count: total })}
      search={search}
      searchLabel={t('people.list.search')}
      filter={
        <SelectField
          label={t('account.info.role')}
          value={role ?? ''}
          placeholder={t('people.list.any_role')}
          options={roles.map((one) => ({ value: one, label: t(`account.role.${one}`) }))}
          onChange={(chosen) => setRole(roles.find((one) => one === chosen))}
        />
      }
      query={query}
      rows={({ users }) => users.map((person) => <PersonRow key={person.id} person={person} />)}
      empty={{
        title: t('people.list.none'),
        text: t(search.search || role ? 'people.list.none_text' : 'people.list.empty_text'),
      }}
    />
  )
}
