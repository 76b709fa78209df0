import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { JobsIndicator } from '../features/jobs/jobs-indicator.tsx'
import { Breadcrumbs } from '../features/navigation/breadcrumbs.tsx'
import { openPalette, PaletteHost } from '../features/navigation/palette-host.tsx'
import { Sidebar } from '../features/navigation/sidebar.tsx'
import { UserMenu } from '../features/navigation/user-menu.tsx'
import { lazyPart } from '../lib/load-part.ts'
import { readStored, writeStored } from '../lib/local-store.ts'
import { useT } from '../shared/i18n/use-t.ts'
import { paths } from '../shared/paths.ts'
import { useRouteIds } from '../shared/route-ids.ts'
import { UserContext, useMaybeUser, useUser } from '../shared/session/current-user.ts'
import { SidebarContext } from '../shared/sidebar/sidebar-context.ts'
import { useMobile } from '../shared/use-mobile.ts'
import { useNow } from '../shared/use-now.ts'
import { IconButton } from '../ui/button.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { lacksSecondFactor } from './guard.ts'
import { keepLastSeen } from './last-seen.ts'
import styles from './main-layout.module.css'
import { Notices } from './notices.tsx'
import { PrintHead } from './print-head.tsx'
import { keepMainFiles } from './service-worker.ts'
import { useNavigationEffects } from './use-navigation-effects.ts'

const AdministrationSidebar = lazyPart(
  async () => (await import('../features/global-settings/administration-sidebar.tsx')).AdministrationSidebar,
)
const AdminSearchSidebar = lazyPart(
  async () => (await import('../features/admin-search/admin-search-sidebar.tsx')).AdminSearchSidebar,
)
const PortalSidebar = lazyPart(
  async () => (await import('../features/portal/portal-sidebar.tsx')).PortalSidebar,
)

/** For signed-in users; at sign-out it is unmounted before anything inside misses the person. */
export function MainLayout() {
  const user = useMaybeUser()
  if (!user) return null
  return (
    <UserContext value={user}>
      <Shell />
    </UserContext>
  )
}

/** Sidebar, header, page and bottom bar. */
function Shell() {
  const t = useT()
  const isMobile = useMobile()
  const isSecuring = lacksSecondFactor(useUser(), useNow(60_000))
  const { locationId, locationGroupId } = useRouteIds()
  const [isOpen, setOpen] = useSidebar(isMobile)
  useNavigationEffects()
  useEffect(() => keepMainFiles(), [])
  useEffect(() => keepLastSeen(), [])
  const isAdministration = useLocation({
    select: ({ pathname }) =>
      pathname.startsWith(paths.globalSettings) || pathname.startsWith(paths.timeOfUse),
  })
  // A page may bring what belongs to it instead of the tree.
  const ownSidebar = useMatches({
    select: (matches) => matches.find(({ staticData }) => staticData.sidebar)?.staticData.sidebar,
  })
  const OwnSidebar =
    ownSidebar === 'portal'
      ? PortalSidebar
      : ownSidebar === 'search'
        ? AdminSearchSidebar
        : isAdministration
          ? AdministrationSidebar
          : null
  const openSidebar = useCallback(() => setOpen(true), [setOpen])
  const sidebar = { isMobile, isOpen, onOpenChange: setOpen }
  const hasBar = !isAdministration && (locationId !== null || locationGroupId !== null)

  return (
    <div className={styles.layout}>
      <a className={`${styles.skip} visually-hidden`} href="#main">
        {t('shell.skip.content')}
      </a>
      {isSecuring ? null : OwnSidebar ? (
        <Suspense fallback={!isMobile && <div className={styles.sidebarSpace} data-narrow={!isOpen} />}>
          <OwnSidebar {...sidebar} />
        </Suspense>
      ) : (
        <Sidebar {...sidebar} />
      )}
      <div className={styles.column}>
        <header className={styles.header}>
          {isMobile && !isSecuring && (
            <IconButton
              label={t('navigation.sidebar.open')}
              aria-expanded={isOpen}
              onClick={() => setOpen(true)}
            >
              <IconMenu2 size={20} stroke={1.6} />
            </IconButton>
          )}
          <Breadcrumbs isMobile={isMobile} />
          <div className={styles.actions}>
            {!isSecuring && (
              <>
                <JobsIndicator />
                <IconButton
                  label={t('navigation.palette.open')}
                  aria-keyshortcuts="Control+K Meta+K"
                  onClick={openPalette}
                >
                  <IconSearch size={18} stroke={1.6} />
                </IconButton>
              </>
            )}
            <UserMenu />
          </div>
        </header>
        <Notices />
        <main id="main" tabIndex={-1} className={styles.main}>
          <PrintHead />
          <SidebarContext value={openSidebar}>
            <Outlet />
          </SidebarContext>
        </main>
        {hasBar && <BottomBar />}
      </div>
      {!isSecuring && <PaletteHost />}
    </div>
  )
}

/** The open or collapsed state is remembered on a large screen; on a small one the drawer starts closed. */
function useSidebar(isMobile: boolean): [boolean, (isOpen: boolean) => void] {
  const [isWideOpen, setWideOpen] = useState(() => readStored('sidebar') !== 'closed')
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  useEffect(() => {
    if (!isMobile) setDrawerOpen(false)
  }, [isMobile])
  const change = useCallback((isOpen: boolean) => {
    setWideOpen(isOpen)
    writeStored('sidebar', isOpen ? 'open' : 'closed')
  }, [])
  return isMobile ? [isDrawerOpen, setDrawerOpen] : [isWideOpen, change]
}
