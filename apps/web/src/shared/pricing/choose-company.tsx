import { IconBuilding } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button.tsx'
import { useT } from '../i18n/use-t.ts'
import { paths } from '../paths.ts'
import { EmptyState } from '../states/page-states.tsx'

/** Prices of several companies: one of them is chosen first. */
export function ChooseCompany() {
  const t = useT()
  return (
    <EmptyState
      isPage
      icon={<IconBuilding size={22} />}
      title={t('price_lists.company.title')}
      text={t('price_lists.company.text')}
    >
      <Link to={paths.overview} className={buttonClass({ variant: 'primary' })}>
        {t('price_lists.company.action')}
      </Link>
    </EmptyState>
  )
}
