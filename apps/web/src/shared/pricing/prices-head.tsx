import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import backStyles from '../../ui/back-link.module.css'
import { useT } from '../i18n/use-t.ts'
import { locationPaths } from '../paths.ts'
import { useLocationAddress } from '../route-ids.ts'
import styles from './prices-head.module.css'

interface PricesHeadProps {
  title: ReactNode
  lead?: string
  /** Where the page belongs to, instead of the prices of the location. */
  parent?: { to: string; title: string }
  children?: ReactNode
}

/** The head of a page about lists and plans, with the way back to what it is part of. */
export function PricesHead({ title, lead, parent, children }: PricesHeadProps) {
  const t = useT()
  const address = useLocationAddress()
  const above = parent ?? (address && { to: locationPaths.pricing(address), title: t('titles.pricing') })
  return (
    <header className={styles.head}>
      <div>
        {above && (
          <Link to={above.to} className={backStyles.link}>
            <IconArrowLeft size={16} aria-hidden />
            {above.title}
          </Link>
        )}
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </header>
  )
}
