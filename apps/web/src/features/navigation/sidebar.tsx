import { IconSearch, IconX } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import styles from '../../shared/sidebar/sidebar.module.css'
import {
  type SidebarBodyProps,
  SidebarFrame,
  type SidebarProps,
} from '../../shared/sidebar/sidebar-frame.tsx'
import { errorText, Skeleton } from '../../shared/states/page-states.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { SidebarTree } from './sidebar-tree.tsx'
import { useMenu } from './use-menu.ts'
import { useTree } from './use-tree.ts'
import { useTreeAlarms } from './use-tree-alarms.ts'

/** The tree of places, with a search that marks its matches. */
export function Sidebar(props: SidebarProps) {
  const t = useT()
  return <SidebarFrame {...props} label={t('navigation.sidebar.label')} Body={PlaceTree} />
}

function PlaceTree({ isNarrow, onFollow }: SidebarBodyProps) {
  const t = useT()
  const [search, setSearch] = useState('')
  const { query, nodes, companyId } = useMenu()
  const { rows, activeKey, toggle } = useTree(nodes, search)
  const alarms = useTreeAlarms(nodes, companyId)
  const scroller = useRef<HTMLDivElement>(null)
  useKeptScroll(scroller, rows.length > 0)

  return (
    <>
      {!isNarrow && (
        <search className={styles.search}>
          <IconSearch size={16} aria-hidden />
          <input
            type="search"
            value={search}
            placeholder={t('navigation.search.label')}
            aria-label={t('navigation.search.label')}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && setSearch('')}
          />
          {search && (
            <IconButton size="small" label={t('navigation.search.clear')} onClick={() => setSearch('')}>
              <IconX size={14} />
            </IconButton>
          )}
        </search>
      )}
      <div className={styles.scroller} ref={scroller}>
        {rows.length > 0 ? (
          <SidebarTree
            rows={rows}
            alarms={alarms}
            activeKey={activeKey}
            search={search}
            isNarrow={isNarrow}
            scroller={scroller}
            onToggle={toggle}
            onFollow={onFollow}
          />
        ) : (
          !isNarrow && (
            <EmptyTree
              search={search}
              isLoading={query.isLoading}
              error={query.error}
              onRetry={() => query.refetch()}
            />
          )
        )}
      </div>
    </>
  )
}

interface EmptyTreeProps {
  search: string
  isLoading: boolean
  error: unknown
  onRetry: () => void
}

function EmptyTree({ search, isLoading, error, onRetry }: EmptyTreeProps) {
  const t = useT()
  if (isLoading) {
    return (
      <div className={styles.loading} aria-busy>
        {[70, 55, 62, 48, 66, 58].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={16} />
        ))}
      </div>
    )
  }
  if (error) {
    return (
      <div className={styles.hint} role="alert">
        <p>{t('navigation.tree.failed')}</p>
        <p>{errorText(error, t)}</p>
        <Button size="small" onClick={onRetry}>
          {t('common.action.retry')}
        </Button>
      </div>
    )
  }
  if (search) return <p className={styles.hint}>{t('navigation.search.none', { text: search })}</p>
  return <p className={styles.hint}>{t('navigation.tree.empty')}</p>
}

const scrollByPath = new Map<string, number>()

/** The tree's scroll position is remembered per page and restored with it. */
function useKeptScroll(scroller: RefObject<HTMLDivElement | null>, isFilled: boolean): void {
  const pathname = useLocation({ select: (location) => location.pathname })
  useLayoutEffect(() => {
    const kept = scrollByPath.get(pathname)
    if (isFilled && kept !== undefined && scroller.current) scroller.current.scrollTop = kept
  }, [pathname, isFilled, scroller])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const keep = () => scrollByPath.set(pathname, element.scrollTop)
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  }, [pathname, scroller])
}
