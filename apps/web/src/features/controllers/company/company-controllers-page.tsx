import type { CompanyControllerView } from '@ohmstead/contract/controllers'
import { IconCpu, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { paths } from '../../../shared/paths.ts'
import { Pager } from '../../../shared/people/pager.tsx'
import styles from '../../../shared/people/people.module.css'
import { formatPersonName } from '../../../shared/people/person-name.ts'
import { useRouteIds } from '../../../shared/route-ids.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../../shared/states/page-states.tsx'
import { useDelayed } from '../../../shared/use-delayed.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { companyControllersQuery } from './company-controllers-data.ts'
import { ControllerOwnerModal } from './controller-owner-modal.tsx'

const searchDelayMs = 500

/** All controllers of a company, wherever they stand, with their owners. */
export function CompanyControllersPage() {
  const companyId = useRouteIds().companyId ?? 0
  // Another company starts with an empty search.
  return <ControllerList key={companyId} companyId={companyId} />
}

function ControllerList({ companyId }: { companyId: number }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [connected, setConnected] = useState<'' | 'true' | 'false'>('')
  const search = useDelayed(typed, searchDelayMs)
  // A new search begins on its first page.
  const wished = `${connected} ${search}`
  const [{ page, of }, setPage] = useState({ page: 1, of: wished })
  const current = of === wished ? page : 1
  const { data, error, refetch, isPlaceholderData } = useQuery(
    companyControllersQuery(companyId, { search, connected, page: current }),
  )
  if (!data && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  const isFiltered = search !== '' || connected !== ''
  return (
    <>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <header className={styles.head}>
        <div>
          <h1>{t('titles.controllers')}</h1>
          <p>{t('controllers.company.list.lead')}</p>
        </div>
        <p role="status">{data ? t('companies.card.controllers', { count: data.total }) : ' '}</p>
      </header>
      <search className={styles.filters}>
        <TextField
          type="search"
          label={t('controllers.company.list.search')}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
        />
        <SelectField
          label={t('controllers.company.list.connection')}
          value={connected}
          placeholder={t('controllers.company.list.any_connection')}
          options={[
            { value: 'true', label: t('controllers.page.online') },
            { value: 'false', label: t('controllers.page.offline') },
          ]}
          onChange={(value) => setConnected(value === 'true' || value === 'false' ? value : '')}
        />
      </search>
      {!data && <Skeleton height={320} radius={16} />}
      {data?.controllers.length === 0 && (
        <EmptyState
          icon={isFiltered ? <IconSearch size={22} /> : <IconCpu size={22} />}
          title={t(isFiltered ? 'controllers.company.list.none' : 'controllers.page.empty_title')}
          text={t(isFiltered ? 'controllers.company.list.none_text' : 'controllers.company.list.empty_text')}
        />
      )}
      {data && data.controllers.length > 0 && (
        <ul className={styles.list} aria-label={t('titles.controllers')} aria-busy={isPlaceholderData}>
          {data.controllers.map((controller) => (
            <ControllerRow key={controller.id} controller={controller} companyId={companyId} />
          ))}
        </ul>
      )}
      {data && (
        <Pager
          page={current}
          total={data.total}
          pageSize={data.page_size}
          onPage={(next) => setPage({ page: next, of: wished })}
        />
      )}
    </>
  )
}

function ControllerRow({ controller, companyId }: { controller: CompanyControllerView; companyId: number }) {
  const t = useT()
  const format = useFormat()
  const now = useNow(60_000)
  const [isChanging, setChanging] = useState(false)
  const { id, unit_id, kind, alias, online, last_seen_at, location, owner } = controller
  const name = alias || t(`controllers.kind.${kind}`)
  const facts = [
    t('controllers.company.fact.owner', {
      name: owner ? formatPersonName(owner) : t('locations.settings.no_owner'),
    }),
    last_seen_at === null
      ? t('controllers.company.fact.never_seen')
      : t('controllers.company.fact.seen', { ago: format.ago(Math.max(1000, now - last_seen_at)) }),
  ]
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <h2>
          <Link to={paths.globalCompanyController(companyId, id)}>{name}</Link>{' '}
          <span className={styles.state} data-state={online ? 'online' : 'offline'}>
            {t(online ? 'controllers.page.online' : 'controllers.page.offline')}
          </span>
        </h2>
        <p>
          <span className={styles.serial}>{unit_id}</span>
          {alias && ` · ${t(`controllers.kind.${kind}`)}`} {'· '}
          <Link to={paths.globalLocation(companyId, location.location_group_id, location.id)}>
            {location.name}
          </Link>
        </p>
        <p>{facts.join(' · ')}</p>
      </div>
      <Button
        size="small"
        aria-label={t('controllers.company.owner.change_of', { name: `${name} ${unit_id}` })}
        onClick={() => setChanging(true)}
      >
        {t('controllers.company.owner.change')}
      </Button>
      {isChanging && (
        <ControllerOwnerModal
          controller={controller}
          companyId={companyId}
          onClose={() => setChanging(false)}
        />
      )}
    </li>
  )
}
