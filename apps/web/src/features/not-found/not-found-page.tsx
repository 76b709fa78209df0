import { IconCompass } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { EmptyState } from '../../shared/states/page-states.tsx'
import { buttonClass } from '../../ui/button.tsx'
import styles from './not-found-page.module.css'

/** For an address that leads nowhere: outside the shell, so it is a page of its own. */
export function NotFoundPage() {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <NotFoundState />
    </main>
  )
}

/** The same inside a page, for what does not exist or is not this person's. */
export function NotFoundState() {
  const t = useT()
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
