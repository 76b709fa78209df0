import type { PriceListView } from '@ohmstead/contract/price-lists'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { DifferenceTable } from './difference-table.tsx'
import { draftOf, type PriceListDraft } from './price-list-draft.ts'
import styles from './price-lists-page.module.css'
import { versionsQuery } from './versions-query.ts'

interface EditedMeanwhileProps {
  newer: PriceListView
  draft: PriceListDraft
  isBusy: boolean
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Somebody else was faster: who, what differs, and which of the two is to stay. Nothing typed is lost by looking. */
export function EditedMeanwhile({ newer, draft, isBusy, onTakeTheirs, onKeepMine }: EditedMeanwhileProps) {
  const t = useT()
  const { data: versions } = useQuery(versionsQuery(newer.id, newer.version))
  const who = versions?.[0]?.changedBy
  return (
    <section className={styles.conflict} role="alert" aria-label={t('price_lists.conflict.heading')}>
      <h2>{t('price_lists.conflict.heading')}</h2>
      <p>{who ? t('price_lists.conflict.text_by', { name: who }) : t('price_lists.conflict.text')}</p>
      <DifferenceTable
        before={draftOf(newer)}
        after={draft}
        heads={[t('price_lists.conflict.theirs'), t('price_lists.conflict.mine')]}
      />
      <div className={styles.actions}>
        <Button onClick={onTakeTheirs}>{t('price_lists.conflict.take_theirs')}</Button>
        <Button isBusy={isBusy} onClick={onKeepMine}>
          {t('price_lists.conflict.keep_mine')}
        </Button>
      </div>
    </section>
  )
}
