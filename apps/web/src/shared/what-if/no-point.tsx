import { IconPlugOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button.tsx'
import { useT } from '../i18n/use-t.ts'
import { portalPaths } from '../paths.ts'
import { EmptyState } from '../states/page-states.tsx'

/** Only the readings of the point are known: no bill can be made of them. */
export function NoPoint() {
  const t = useT()
  return (
    <EmptyState
      isPage
      icon={<IconPlugOff size={22} stroke={1.6} />}
      title={t('what_if.no_point_title')}
      text={t('what_if.no_point_text')}
    >
      <Link to={portalPaths.management} className={buttonClass({ variant: 'primary' })}>
        {t('titles.portal_management')}
      </Link>
    </EmptyState>
  )
}
