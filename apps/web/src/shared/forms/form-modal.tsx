import type { FormEvent, ReactNode } from 'react'
import { bringIntoSight } from '../../ui/bring-into-sight.ts'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { Modal } from '../../ui/modal.tsx'
import { useT } from '../i18n/use-t.ts'

interface FormModalProps {
  title: string
  size?: 'normal' | 'wide'
  /** The subject of the form, if a failure belongs below it. */
  lead?: ReactNode
  /** Why the last attempt failed. */
  failure: string | null
  /** The fields. */
  children?: ReactNode
  /** The label of the button. */
  action: string
  isDangerous?: boolean
  isDisabled?: boolean
  isBusy: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
}

/** A form in a window, which a stray click beside it does not close. */
export function FormModal({
  title,
  size,
  lead,
  failure,
  children,
  action,
  isDangerous = false,
  isDisabled = false,
  isBusy,
  onSubmit,
  onClose,
}: FormModalProps) {
  const t = useT()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(event)
  }
  return (
    <Modal
      title={title}
      closeLabel={t('common.action.close')}
      size={size}
      closesOnMask={false}
      onClose={onClose}
    >
      <form className={formStyles.form} onSubmit={submit} noValidate>
        {lead}
        {failure !== null && (
          <p className={formStyles.error} role="alert" ref={bringIntoSight}>
            {failure}
          </p>
        )}
        {children}
        <div className={formStyles.actions}>
          <Button variant="quiet" onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button
            type="submit"
            variant={isDangerous ? 'danger' : 'primary'}
            disabled={isDisabled}
            isBusy={isBusy}
          >
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
