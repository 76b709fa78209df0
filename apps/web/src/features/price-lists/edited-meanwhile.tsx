import type { PriceListView } from '@ohmstead/contract/price-lists'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../shared/i18n/use-t.ts'
import { ConflictPanel } from '../../shared/pricing/conflict-panel.tsx'
import { DifferenceTable } from './difference-table.tsx'
import { draftOf, type PriceListDraft } from './price-list-draft.ts'
import { versionsQuery } from './versions-query.ts'

interface EditedMeanwhileProps {
  newer: PriceListView
  draft: PriceListDraft
  isBusy: boolean
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Somebody else was faster: who, and what differs. */
export function EditedMeanwhile({ newer, draft, ...choice }: EditedMeanwhileProps) {
  const t = useT()
  const { data: versions } = useQuery(versionsQuery(newer.id, newer.version))
  const who = versions?.[0]?.changedBy
  return (
    <ConflictPanel
      text={who ? t('price_lists.conflict.text_by', { name: who }) : t('price_lists.conflict.text')}
      {...choice}
    >
      <DifferenceTable
        before={draftOf(newer)}
        after={draft}
        heads={[t('price_lists.conflict.theirs'), t('price_lists.conflict.mine')]}
      />
    </ConflictPanel>
  )
}
