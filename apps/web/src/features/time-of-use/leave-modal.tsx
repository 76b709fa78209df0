import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { Modal } from '../../ui/modal.tsx'

/** Asks before painted hours are lost: back to editing, or drop them. */
export function LeaveModal({ onStay, onDrop }: { onStay: () => void; onDrop: () => void }) {
  const t = useT()
  return (
    <Modal title={t('time_of_use.leave.title')} closeLabel={t('common.action.close')} onClose={onStay}>
      <div className={formStyles.form}>
        <p>{t('time_of_use.leave.text')}</p>
        <div className={formStyles.actions}>
          <Button variant="danger" onClick={onDrop}>
            {t('time_of_use.leave.drop')}
          </Button>
          <Button variant="primary" data-autofocus onClick={onStay}>
            {t('time_of_use.leave.stay')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
