import { searchKinds, searchSorts } from '@ohmstead/domain/admin-search/search-filters'
import { IconAdjustmentsHorizontal, IconDownload, IconSearch } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { callForFile } from '../../lib/call.ts'
import { downloadBlob } from '../../shared/charts/download.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { PageTabs } from '../../shared/page-tabs/page-tabs.tsx'
import { useOpenSidebar } from '../../shared/sidebar/sidebar-context.ts'
import {
  EmptyState,
  errorText,
  FailedState,
  FailedStrip,
  Skeleton,
} from '../../shared/states/page-states.tsx'
import { useMobile } from '../../shared/use-mobile.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './admin-search.module.css'
import { kindLabels } from './filter-labels.ts'
import { FoundTable } from './found-table.tsx'
import { type SearchAddress, searchPath, useSearchAddress } from './search-address.ts'
import { searchQuery } from './search-queries.ts'

const fileCalls = {
  users: 'GET /search/users/csv',
  locations: 'GET /search/locations/csv',
  controllers: 'GET /search/controllers/csv',
  devices: 'GET /search/devices/csv',
} as const

/** What administration finds among everything it may see. The filters are in the sidebar, the question in the address. */
export function AdminSearchPage() {
  const t = useT()
  const isMobile = useMobile()
  const openFilters = useOpenSidebar()
  const { address, change } = useSearchAddress()
  const { kind, sort, terms } = address
  const query = useQuery(searchQuery(address))
  // The rows of another kind say nothing about this one.
  const data = query.data?.found.kind === kind ? query.data : undefined
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('titles.admin_search')}</h1>
        <p role="status">{data ? <Count {...data} /> : '\u00a0'}</p>
      </header>
      <PageTabs label={t('titles.admin_search')}>
        {searchKinds.map((one) => (
          <li key={one}>
            <Link to={searchPath(one)} search={{} as never}>
              {t(kindLabels[one])}
            </Link>
          </li>
        ))}
      </PageTabs>
      <div className={styles.tools}>
        {isMobile && (
          <Button onClick={openFilters}>
            <IconAdjustmentsHorizontal size={16} aria-hidden />
            {t('admin_search.filter.heading')}
            {Object.keys(terms).length > 0 && ` (${Object.keys(terms).length})`}
          </Button>
        )}
        <SelectField
          isLabelHidden
          label={t('admin_search.list.order')}
          value={sort}
          options={searchSorts.map((value) => ({
            value,
            // Controllers without a name are called by their serial, and all of them have one.
            label:
              kind === 'controllers' && value === 'name'
                ? t('controllers.credentials.serial')
                : t(`admin_search.list.by_${value}`),
          }))}
          onChange={(value) => change({ sort: value === 'newest' ? 'newest' : 'name' })}
        />
        <SaveFile address={address} isEmpty={!data?.total} />
      </div>
      {query.error && !data && (
        <FailedState isPage error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.error && data && <FailedStrip error={query.error} onRetry={() => void query.refetch()} />}
      {!data && !query.error && <Skeleton height={320} radius={16} />}
      {data && data.found.rows.length === 0 && (
        <EmptyState
          icon={<IconSearch size={22} />}
          title={t('audit.list.empty')}
          text={t(
            Object.keys(terms).length > 0 ? 'admin_search.list.none_text' : 'admin_search.list.nothing',
          )}
        />
      )}
      {data && data.found.rows.length > 0 && (
        <FoundTable found={data.found} isOld={query.isPlaceholderData} />
      )}
      {data && (data.next || data.previous) && (
        <nav className={styles.pager} aria-label={t('people.list.pages')}>
          <Button
            size="small"
            disabled={!data.previous}
            onClick={() => data.previous && change({ before: data.previous })}
          >
            {t('people.list.previous')}
          </Button>
          <Button
            size="small"
            disabled={!data.next}
            onClick={() => data.next && change({ after: data.next })}
          >
            {t('people.list.next')}
          </Button>
        </nav>
      )}
    </div>
  )
}

function Count({ total, total_is_exact }: { total: number; total_is_exact: boolean }) {
  const t = useT()
  const format = useFormat()
  return total_is_exact
    ? t('admin_search.list.count', { count: total })
    : t('admin_search.list.more', { number: format.number(total) })
}

/** All results, not only this page. */
function SaveFile({ address: { kind, terms, sort }, isEmpty }: { address: SearchAddress; isEmpty: boolean }) {
  const t = useT()
  const save = useMutation({
    mutationFn: async () =>
      downloadBlob(await callForFile(fileCalls[kind], { query: { ...terms, sort } }), `${kind}.csv`),
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  return (
    <Button isBusy={save.isPending} disabled={isEmpty} onClick={() => save.mutate()}>
      <IconDownload size={16} aria-hidden />
      {t('spot_market.history.csv')}
    </Button>
  )
}
