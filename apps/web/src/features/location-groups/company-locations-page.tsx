import { IconHome, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { companyMenuQuery } from '../../shared/navigation/menu-query.ts'
import { NodeIcon } from '../../shared/node-icon.tsx'
import { paths } from '../../shared/paths.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { PageHead, SettingsCard } from '../../ui/settings-card.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './company-locations-page.module.css'
import { listLocations } from './list-locations.ts'

const shownAtOnce = 100

/** Every location of a company in one list, whatever its group. */
export function CompanyLocationsPage() {
  const t = useT()
  const format = useFormat()
  const companyId = useRouteIds().companyId ?? 0
  const [search, setSearch] = useState('')
  const [most, setMost] = useState(shownAtOnce)
  const { data, error, refetch } = useQuery(companyMenuQuery(companyId))
  if (!data && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  const { compare } = new Intl.Collator(format.locale, { numeric: true })
  const all = data ? listLocations(data.structure, data.company.rootGroup.id, compare) : []
  const word = search.trim().toLocaleLowerCase(format.locale)
  const found = all.filter(({ name }) => name.toLocaleLowerCase(format.locale).includes(word))
  return (
    <div className={styles.page}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <PageHead title={t('titles.locations')} text={data?.company.name} />
      <div className={styles.ways}>
        {(
          [
            [paths.setupOemDevice, 'titles.setup_oem_device'],
            [paths.setupP1Wifi, 'titles.setup_p1_wifi'],
          ] as const
        ).map(([to, title]) => (
          <Link key={to} to={to} search={{ company: companyId }} className={buttonClass()}>
            {t(title)}
          </Link>
        ))}
      </div>
      {!data && <Skeleton height={280} radius={16} />}
      {data && all.length === 0 && (
        <EmptyState
          icon={<IconHome size={22} />}
          title={t('locations.list.empty')}
          text={t('locations.list.empty_text')}
        />
      )}
      {all.length > 0 && (
        <search>
          <TextField type="search" label={t('locations.list.search')} value={search} onChange={setSearch} />
        </search>
      )}
      {all.length > 0 && found.length === 0 && (
        <EmptyState icon={<IconSearch size={22} />} title={t('locations.list.none_found')} />
      )}
      {found.length > 0 && (
        <SettingsCard label={t('titles.locations')}>
          <ul>
            {found.slice(0, most).map(({ id, name, groupId, way }) => (
              <li key={id} className={styles.row}>
                <NodeIcon type="location" size={18} />
                <div>
                  <Link to={paths.globalLocation(companyId, groupId, id)}>{name}</Link>
                  {way.length > 0 && <p>{way.join(' / ')}</p>}
                </div>
              </li>
            ))}
          </ul>
        </SettingsCard>
      )}
      {found.length > most && (
        <Button onClick={() => setMost(most + shownAtOnce)}>
          {t('locations.list.more', { count: format.number(found.length - most) })}
        </Button>
      )}
    </div>
  )
}
