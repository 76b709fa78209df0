import type { CompanySummary } from '@ohmstead/contract/companies'
import { IconBuilding, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import styles from './administration-sidebar.module.css'

interface CompanyLinksProps {
  company: CompanySummary
  isCurrent: boolean
  isNarrow: boolean
  onFollow: () => void
}

/** A company that expands to its pages; the one in the address is open. */
export function CompanyLinks({ company, isCurrent, isNarrow, onFollow }: CompanyLinksProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(isCurrent)
  useEffect(() => {
    if (isCurrent) setOpen(true)
  }, [isCurrent])
  if (isNarrow) {
    return (
      <Link
        to={paths.globalCompanySettings(company.id)}
        aria-label={company.name}
        data-tooltip={company.name}
        data-within={isCurrent}
      >
        <IconBuilding size={18} stroke={1.6} aria-hidden />
      </Link>
    )
  }
  const links = [
    [paths.globalCompanySettings(company.id), t('titles.company_settings')],
    [paths.globalCompanyGroups(company.id), t('titles.location_groups')],
    [paths.globalCompanyControllers(company.id), t('titles.controllers')],
    [paths.globalControllerStock(company.id), t('titles.controller_stock')],
    [paths.globalCompanyUsers(company.id), t('titles.users')],
    [paths.globalCompanyWebhooks(company.id), t('titles.webhooks')],
  ] as const
  return (
    <details className={styles.company} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <IconChevronRight size={16} stroke={1.8} aria-hidden />
        <span>{company.name}</span>
      </summary>
      <ul>
        {links.map(([to, label]) => (
          <li key={to}>
            <Link to={to} onClick={onFollow}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
