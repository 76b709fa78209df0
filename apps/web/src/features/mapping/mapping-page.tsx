import { decide } from '@ohmstead/domain/access/permission'
import { IconArrowLeft, IconChecks, IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { useLocationView } from '../../shared/locations/location-query.ts'
import { controllersPathOf } from '../../shared/paths.ts'
import { useControllerId, useRouteIds } from '../../shared/route-ids.ts'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'
import { actorOf, useUser } from '../../shared/session/current-user.ts'
import {
  EmptyState,
  FailedState,
  FailedStrip,
  NotAllowedState,
  Skeleton,
} from '../../shared/states/page-states.tsx'
import { useNow } from '../../shared/use-now.ts'
import backStyles from '../../ui/back-link.module.css'
import { Button } from '../../ui/button.tsx'
import { matchesWords } from '../../ui/match-words.ts'
import { TextField } from '../../ui/text-field.tsx'
import { findProposals, withMapped } from './mapped-names.ts'
import styles from './mapping-page.module.css'
import { mappingQuery } from './mapping-query.ts'
import { OwnDevices } from './own-devices.tsx'
import { SourceRow } from './source-row.tsx'
import { useSaveMapping } from './use-save-mapping.ts'

type Filter = 'all' | 'proposed' | 'mapped'

const pageSize = 50

/** What the names of a controller's foreign devices mean; nothing of them is stored before somebody has said so. */
export function MappingPage() {
  const t = useT()
  const user = useUser()
  const params = { locationId: useRouteIds().locationId ?? 0, controllerId: useControllerId() ?? 0 }
  const { data: location } = useLocationView(params.locationId)
  const { data: view, error, refetch } = useQuery(mappingQuery(params))
  const save = useSaveMapping(params, view)
  const base = useLocation({ select: ({ pathname }) => controllersPathOf(pathname) })
  const now = useNow(10_000)
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [shown, setShown] = useState(pageSize)

  const resource = {
    kind: 'location' as const,
    locationId: params.locationId,
    companyId: location?.company.id ?? -1,
  }
  if (location && decide(actorOf(user), 'location.edit', resource) !== 'allowed') return <NotAllowedState />
  if (!view && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  if (!view) return <Skeleton height={320} radius={16} />

  // Its adapter knows every name, so there is nothing to choose.
  const isAllKnown = view.sources.length === 0 && view.devices.length > 0
  const proposals = findProposals(view)
  const proposed = new Set(proposals.map(({ source }) => source))
  const mapped = new Set(view.mapping.map(({ source }) => source))
  const found = view.sources.filter(
    ({ source, name }) =>
      (filter === 'all' || (filter === 'mapped' ? mapped : proposed).has(source)) &&
      matchesWords(`${source} ${name ?? ''}`, search),
  )
  return (
    <div className={styles.page}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <Link className={backStyles.link} to={`${base}/${params.controllerId}`}>
        <IconArrowLeft size={16} aria-hidden />
        {t('titles.controller')}
      </Link>
      <header className={styles.head}>
        <div>
          <h1>{t('titles.mapping')}</h1>
          <p className={styles.soft}>{t(isAllKnown ? 'mapping.page.all_known' : 'mapping.page.lead')}</p>
        </div>
        {proposals.length > 0 && (
          <Button
            variant="primary"
            disabled={save.isPending}
            onClick={() => save.mutate([...view.mapping, ...proposals])}
          >
            <IconChecks size={16} aria-hidden />
            {t('mapping.page.accept_all', { count: proposals.length })}
          </Button>
        )}
      </header>
      {isAllKnown ? null : view.sources.length === 0 ? (
        <EmptyState
          icon={<IconPlugConnected size={22} />}
          title={t('mapping.page.empty_title')}
          text={t('mapping.page.empty_text')}
        />
      ) : (
        <>
          <div className={styles.filters}>
            <TextField
              label={t('mapping.page.search')}
              placeholder={t('mapping.page.search')}
              isLabelHidden
              type="search"
              value={search}
              onChange={setSearch}
            />
            <SegmentedChoice
              label={t('mapping.filter.label')}
              value={filter}
              options={(['all', 'proposed', 'mapped'] as const).map((value) => ({
                value,
                label: t(`mapping.filter.${value}`),
              }))}
              onChange={setFilter}
            />
          </div>
          {found.length === 0 ? (
            <p className={styles.soft}>{t('mapping.page.none_found')}</p>
          ) : (
            <ul className={styles.list} aria-label={t('titles.mapping')}>
              {found.slice(0, shown).map((source) => (
                <SourceRow
                  key={source.source}
                  source={source}
                  view={view}
                  now={now}
                  isBusy={save.isPending}
                  onSave={(chosen) => save.mutate(withMapped(view.mapping, chosen))}
                  onRemove={() => save.mutate(view.mapping.filter((one) => one.source !== source.source))}
                />
              ))}
            </ul>
          )}
          {found.length > shown && (
            <Button onClick={() => setShown(shown + pageSize)}>{t('mapping.page.more')}</Button>
          )}
        </>
      )}
      {view.devices.length > 0 && (
        <OwnDevices view={view} locationId={params.locationId} onSaved={() => void refetch()} />
      )}
    </div>
  )
}
