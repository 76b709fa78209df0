import { Button } from '../../ui/button.tsx'
import { useT } from '../i18n/use-t.ts'
import styles from './people.module.css'

/** Navigates through the pages of a list; nothing if there is only one. */
export function Pager({
  page,
  total,
  pageSize,
  onPage,
}: {
  page: number
  total: number
  pageSize: number
  onPage: (page: number) => void
}) {
  const t = useT()
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (pages === 1) return null
  return (
    <nav className={styles.pager} aria-label={t('people.list.pages')}>
      <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('people.list.previous')}
      </Button>
      <span>{t('people.list.page', { page, pages })}</span>
      <Button size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('people.list.next')}
      </Button>
    </nav>
  )
}
