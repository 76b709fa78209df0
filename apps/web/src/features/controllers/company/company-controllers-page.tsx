import type { CompanyControllerView } from '@ohmstead/contract/controllers'
import { IconCpu } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCompanyLead } from '../../../shared/companies/use-company-lead.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { paths } from '../../../shared/paths.ts'
import styles from '../../../shared/people/people.module.css'
import { formatPersonName } from '../../../shared/people/person-name.ts'
import { useRouteIds } from '../../../shared/route-ids.ts'
import { SearchList } from '../../../shared/search-list/search-list.tsx'
import { useNow } from '../../../shared/use-now.ts'
import { usePagedSearch } from '../../../shared/use-paged-search.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { CompanyBackups } from './company-backups.tsx'
import { companyControllersQuery } from './company-controllers-query.ts'
import { ControllerOwnerModal } from './controller-owner-modal.tsx'

/** All controllers of a company, wherever they are, with their owners. */
export function CompanyControllersPage() {
  const companyId = useRouteIds().companyId ?? 0
  // Another company starts with an empty search.
  const t = useT()
  return (
    <>
      <ControllerList key={companyId} companyId={companyId} />
      <CompanyBackups companyId={companyId} />
      <p>
        <Link to={paths.integratedDevices(companyId)}>{t('titles.integrated_devices')}</Link>
      </p>
    </>
  )
}

function ControllerList({ companyId }: { companyId: number }) {
  const t = useT()
  const [connected, setConnected] = useState<'' | 'true' | 'false'>('')
  const search = usePagedSearch(connected)
  const query = useQuery(
    companyControllersQuery(companyId, { search: search.search, connected, page: search.page }),
  )
  const isFiltered = search.search !== '' || connected !== ''
  return (
    <SearchList
      title={t('titles.controllers')}
      lead={useCompanyLead(companyId, t('controllers.company.list.lead'))}
      count={(total) => t('companies.card.controllers', { count: total })}
      search={search}
      searchLabel={t('controllers.company.list.search')}
      filter={
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
      }
      query={query}
      rows={({ controllers }) =>
        controllers.map((controller) => (
          <ControllerRow key={controller.id} controller={controller} companyId={companyId} />
        ))
      }
      empty={
        isFiltered
          ? { title: t('controllers.company.list.none'), text: t('controllers.company.list.none_text') }
          : {
              icon: <IconCpu size={22} />,
              title: t('controllers.page.empty_title'),
              text: t('controllers.company.list.empty_text'),
            }
      }
    />
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
