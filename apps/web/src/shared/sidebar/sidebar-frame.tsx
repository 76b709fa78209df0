import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Drawer } from '../../ui/modal.tsx'
import { useT } from '../i18n/use-t.ts'
import { paths } from '../paths.ts'
import { useSite } from '../site.ts'
import styles from './sidebar.module.css'
import { SidebarFooter } from './sidebar-footer.tsx'

export interface SidebarProps {
  isMobile: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** The content between the brand and the footer. */
export interface SidebarBodyProps {
  isNarrow: boolean
  /** A drawer closes when one of its links is followed. */
  onFollow: () => void
}

interface SidebarFrameProps extends SidebarProps {
  label: string
  Body: ComponentType<SidebarBodyProps>
  Footer?: ComponentType<SidebarBodyProps>
}

/** 360 px open, 50 px collapsed, a drawer on a small screen. */
export function SidebarFrame({
  label,
  isMobile,
  isOpen,
  onOpenChange,
  Body,
  Footer = SidebarFooter,
}: SidebarFrameProps) {
  const t = useT()
  const site = useSite()
  const isNarrow = !isOpen && !isMobile
  const onFollow = () => {
    if (isMobile) onOpenChange(false)
  }
  if (isMobile && !isOpen) return null
  const content = (
    <>
      <div className={styles.brand}>
        {!isNarrow && (
          <Link to={paths.home} onClick={onFollow}>
            <BrandMark name={site?.platformName ?? t('app.name')} logo={site?.logo ?? null} />
          </Link>
        )}
        <IconButton
          label={t(isNarrow ? 'navigation.sidebar.open' : 'navigation.sidebar.collapse')}
          aria-expanded={!isNarrow}
          onClick={() => onOpenChange(isNarrow)}
        >
          {isMobile ? (
            <IconX size={18} />
          ) : isNarrow ? (
            <IconLayoutSidebarLeftExpand size={18} stroke={1.6} />
          ) : (
            <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
          )}
        </IconButton>
      </div>
      <Body isNarrow={isNarrow} onFollow={onFollow} />
      <Footer isNarrow={isNarrow} onFollow={onFollow} />
    </>
  )
  if (isMobile) {
    return (
      <Drawer label={label} onClose={() => onOpenChange(false)}>
        <div className={styles.drawer}>{content}</div>
      </Drawer>
    )
  }
  return (
    <aside className={styles.sidebar} data-narrow={!isOpen} aria-label={label}>
      {content}
    </aside>
  )
}
