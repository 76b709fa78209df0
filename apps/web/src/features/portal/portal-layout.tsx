import { useLingui } from '@lingui/react'
import { IconAdjustmentsHorizontal, IconUser } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { formatDays } from '../../shared/charts/format-bucket.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { portalPaths } from '../../shared/paths.ts'
import { calculationsKey, deviceKey, type PortalDevice } from '../../shared/portal/portal-query.ts'
import { SoFarNote } from '../../shared/portal/so-far.tsx'
import {
  formatDeviceName,
  readingsVersion,
  usePortalDevice,
  usePortalDevices,
} from '../../shared/portal/use-portal-devices.ts'
import { useOpenSidebar } from '../../shared/sidebar/sidebar-context.ts'
import { NotFoundState } from '../../shared/states/not-found-page.tsx'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { useMobile } from '../../shared/use-mobile.ts'
import { CountryGate } from './management/country-gate.tsx'
import { FirstUse } from './management/first-use.tsx'
import { ImportState } from './management/import-state.tsx'
import styles from './portal-layout.module.css'
import { PortalTabs } from './portal-tabs.tsx'
import { isNotFound, useForgetGone } from './use-forget-gone.ts'

/** Wraps the pages of the integration: people without a metering point are led to one, on every page. */
export function PortalLayout() {
  const pathname = useLocation({ select: (location) => location.pathname })
  useForgetGone()
  return (
    <div className={styles.page}>
      <PortalTabs />
      <Content pathname={pathname} />
    </div>
  )
}

/** The country is required for connecting something; viewing needs none. */
function Content({ pathname }: { pathname: string }) {
  if (pathname.startsWith(portalPaths.portfolio)) return <Outlet />
  if (!pathname.startsWith(portalPaths.management)) return <OfDevice />
  return (
    <CountryGate>
      <Outlet />
    </CountryGate>
  )
}

function OfDevice() {
  const queryClient = useQueryClient()
  const { data: devices, error, dataUpdatedAt, refetch } = usePortalDevices()
  const { device, selection, isLoading, error: foreignError } = usePortalDevice()
  useFreshCalculations(device)
  if (!devices && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  if (!devices || isLoading) {
    return (
      <div className={styles.page} aria-busy>
        <Skeleton width={320} height={28} />
        <Skeleton height={440} radius={16} />
      </div>
    )
  }
  if (devices.length === 0 && selection.deviceId === null)
    return (
      <CountryGate>
        <FirstUse />
      </CountryGate>
    )
  if (!device && foreignError && !isNotFound(foreignError))
    return (
      <FailedState
        isPage
        error={foreignError}
        onRetry={() => void queryClient.invalidateQueries({ queryKey: deviceKey })}
      />
    )
  if (!device) return <NotFoundState />
  return (
    <>
      {error && <FailedStrip error={error} knownAt={dataUpdatedAt} onRetry={() => void refetch()} />}
      {device.owner && <Customer name={device.owner.name} />}
      <Selected />
      <OnPaper />
      <ImportState device={device} />
      <SoFarNote device={device} range={selection} />
      <Outlet />
    </>
  )
}

/** Viewers of somebody else's point see whose it is. */
function Customer({ name }: { name: string }) {
  const t = useT()
  return (
    <p className={styles.customer}>
      <IconUser size={16} stroke={1.6} aria-hidden />
      {t('portal.customer', { name })}
    </p>
  )
}

/** Calculations with other readings are outdated. */
function useFreshCalculations(device: PortalDevice | null): void {
  const queryClient = useQueryClient()
  const id = device?.id ?? null
  const version = device && readingsVersion(device)
  const before = useRef({ id, version })
  useEffect(() => {
    const { current } = before
    before.current = { id, version }
    if (id !== null && current.id === id && current.version !== version)
      void queryClient.invalidateQueries({ queryKey: [...calculationsKey, id] })
  }, [id, version, queryClient])
}

/** The page's subject if there is no sidebar at all. */
function OnPaper() {
  const { i18n } = useLingui()
  const { device, selection } = usePortalDevice()
  if (!device) return null
  const parts = [
    formatDeviceName(device),
    device.title,
    formatDays(selection.from, selection.to, i18n.locale),
  ]
  return <p className="on-paper">{parts.filter(Boolean).join(' · ')}</p>
}

/** The page's subject while the sidebar is a closed drawer. */
function Selected() {
  const t = useT()
  const { i18n } = useLingui()
  const isMobile = useMobile()
  const openSidebar = useOpenSidebar()
  const { device, selection } = usePortalDevice()
  if (!isMobile || !device) return null
  return (
    <button type="button" className={styles.selected} onClick={openSidebar}>
      <span>
        <strong>{device.title ?? device.eimm}</strong>
        <small>{formatDeviceName(device)}</small>
        <small>{formatDays(selection.from, selection.to, i18n.locale)}</small>
      </span>
      <span className="visually-hidden">{t('portal.sidebar.open')}</span>
      <IconAdjustmentsHorizontal size={20} stroke={1.6} aria-hidden />
    </button>
  )
}
