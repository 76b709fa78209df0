import { IconCompass } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button.tsx'
import { useT } from '../i18n/use-t.ts'
import { paths } from '../paths.ts'
import { useMarkAsMissing } from './missing-page.ts'
import styles from './not-found-page.module.css'
import { EmptyState } from './page-states.tsx'

/** For an address that leads nowhere: outside the shell, so it is a separate page. */
export function NotFoundPage() {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <NotFoundState />
    </main>
  )
}

/** The same inside a page, for what is missing or not this person's. */
export function NotFoundState() {
  const t = useT()
  useMarkAsMissing()
  return (
    <EmptyState
      isPage
      icon={<IconCompass size={22} />}
      title={t('fallback.lost')}
      text={t('fallback.missing_page')}
    >
      <Link to={paths.home} className={buttonClass({ variant: 'primary' })}>
        {t('fallback.home')}
      </Link>
    </EmptyState>
  )
}
