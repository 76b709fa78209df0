import { useState } from 'react'
import { failureText } from '../../shared/forms/failure-text.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePlanWrites } from './use-plan-writes.ts'

/** Asks before a plan, a season or a block is deleted, and says why it cannot be. */
export function RemoveModal({
  title,
  text,
  onRemove,
  onRemoved,
  onClose,
}: {
  title: string
  text: string
  onRemove: () => Promise<unknown>
  onRemoved?: () => void
  onClose: () => void
}) {
  const t = useT()
  const { remove } = usePlanWrites()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    setError(null)
    try {
      await remove(onRemove)
      onClose()
      onRemoved?.()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <FormModal
      title={title}
      lead={<p>{text}</p>}
      failure={error === null ? null : failureText(error, t)}
      action={t('time_of_use.action.delete')}
      isDangerous
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onClose={onClose}
    />
  )
}
