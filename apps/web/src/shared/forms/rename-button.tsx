import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useT } from '../i18n/use-t.ts'

/** The button beside a name; `children` is the window that it opens. */
export function RenameButton({
  name,
  children,
}: {
  name: string
  children: (onClose: () => void) => ReactNode
}) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="small"
        aria-label={t('location_groups.action.rename_of', { name })}
        onClick={() => setAsking(true)}
      >
        <IconPencil size={16} stroke={1.6} aria-hidden />
        {t('location_groups.action.rename')}
      </Button>
      {isAsking && children(() => setAsking(false))}
    </>
  )
}
