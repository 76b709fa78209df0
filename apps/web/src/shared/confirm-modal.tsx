import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import formStyles from '../ui/form.module.css'
import { Modal } from '../ui/modal.tsx'
import { useT } from './i18n/use-t.ts'

interface ConfirmModalProps {
  title: string
  text: string
  action: string
  isDangerous?: boolean
  isBusy?: boolean
  /** Between the question and its answers. */
  children?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an irreversible action. */
export function ConfirmModal({
  title,
  text,
  action,
  isDangerous = false,
  isBusy = false,
  children,
  onConfirm,
  onClose,
}: ConfirmModalProps) {
  const t = useT()
  return (
    <Modal title={title} closeLabel={t('common.action.close')} onClose={onClose}>
      <div className={formStyles.form}>
        <p>{text}</p>
        {children}
        <div className={formStyles.actions}>
          <Button variant="quiet" data-autofocus onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button variant={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
