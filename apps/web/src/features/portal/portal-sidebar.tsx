import { IconChevronLeft, IconPlugConnected } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths, portalPaths } from '../../shared/paths.ts'
import { usePortalDevice, usePortalDevices } from '../../shared/portal/use-portal-devices.ts'
import { usePortalSelection } from '../../shared/portal/use-portal-selection.ts'
import navigationStyles from '../../shared/sidebar/sidebar.module.css'
import {
  type SidebarBodyProps,
  SidebarFrame,
  type SidebarProps,
} from '../../shared/sidebar/sidebar-frame.tsx'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { DaysFields } from './days-fields.tsx'
import styles from './portal-sidebar.module.css'
import { SelectionForm } from './selection-form.tsx'

/** The subject of the pages: metering point, days, prices. */
export function PortalSidebar(props: SidebarProps) {
  const t = useT()
  return <SidebarFrame {...props} label={t('portal.sidebar.label')} Body={PortalSelection} />
}

function PortalSelection({ isNarrow, onFollow }: SidebarBodyProps) {
  return (
    <div className={`${navigationStyles.scroller} ${styles.scroller}`}>
      {!isNarrow && <Selection onDone={onFollow} />}
    </div>
  )
}

function Selection({ onDone }: { onDone: () => void }) {
  const t = useT()
  const { data: own, error, refetch } = usePortalDevices()
  const { device } = usePortalDevice()
  const devices = own && device?.owner ? [device, ...own] : own
  const isPortfolio = useLocation({ select: ({ pathname }) => pathname.startsWith(portalPaths.portfolio) })
  return (
    <section className={styles.selection} aria-labelledby="portal-selection">
      <Link to={paths.integrations} className={styles.up} onClick={onDone}>
        <IconChevronLeft size={16} stroke={1.6} aria-hidden />
        {t('titles.integrations')}
      </Link>
      <h2 id="portal-selection" className={styles.heading}>
        <IconPlugConnected size={18} stroke={1.6} aria-hidden />
        Moj Elektro
      </h2>
      {devices ? (
        devices.length > 0 ? (
          <SelectionForm devices={devices} onDone={onDone} />
        ) : isPortfolio ? (
          <Days />
        ) : (
          <div className={styles.none}>
            <p>{t('portal.sidebar.no_devices')}</p>
            <Link to={portalPaths.management} className={buttonClass({ size: 'small' })} onClick={onDone}>
              {t('portal.first.connect')}
            </Link>
          </div>
        )
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.loading} aria-busy>
          <Skeleton height={62} radius={6} />
          <Skeleton height={62} radius={6} />
          <Skeleton height={62} radius={6} />
          <Skeleton height={36} radius={6} />
        </div>
      )}
    </section>
  )
}

const ignore = () => {}

/** People who manage others' points, and have none, still choose the days. */
function Days() {
  const { selection, change } = usePortalSelection()
  return <DaysFields selection={selection} readings={null} onChange={change} onValid={ignore} />
}
