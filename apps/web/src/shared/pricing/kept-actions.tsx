import { IconCopy, IconHistory, IconTrash } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { useT } from '../i18n/use-t.ts'
import type { PricesScope } from './prices-scope.ts'

export type KeptAction = 'versions' | 'copy' | 'remove'

interface KeptActionsProps {
  scope: PricesScope
  kept: { version: number; canEdit: boolean }
  onChoose: (action: KeptAction) => void
}

/** What can be done with a price list or a utility rate plan as a whole. */
export function KeptActions({ scope, kept, onChoose }: KeptActionsProps) {
  const t = useT()
  return (
    <>
      <Button size="small" onClick={() => onChoose('versions')}>
        <IconHistory size={16} aria-hidden />
        {t('price_lists.action.versions', { version: kept.version })}
      </Button>
      {scope.mayCreate && (
        <Button size="small" onClick={() => onChoose('copy')}>
          <IconCopy size={16} aria-hidden />
          {t('price_lists.action.copy')}
        </Button>
      )}
      {kept.canEdit && (
        <Button size="small" variant="quiet" onClick={() => onChoose('remove')}>
          <IconTrash size={16} aria-hidden />
          {t('price_lists.action.remove')}
        </Button>
      )}
    </>
  )
}
