import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { Modal } from '../../ui/modal.tsx'
import { useT } from '../i18n/use-t.ts'

/** Asks before painted hours, or what was entered into a form, are lost: back to edit, or drop changes. */
export function LeaveModal({
  what = 'hours',
  onStay,
  onDrop,
}: {
  what?: 'hours' | 'form'
  onStay: () => void
  onDrop: () => void
}) {
  const t = useT()
  return (
    <Modal title={t('common.leave.title')} closeLabel={t('common.action.close')} onClose={onStay}>
      <div className={formStyles.form}>
        <p>{t(what === 'hours' ? 'common.leave.text' : 'common.leave.form_text')}</p>
        <div className={formStyles.actions}>
          <Button variant="danger" onClick={onDrop}>
            {t('common.leave.drop')}
          </Button>
          <Button variant="primary" data-autofocus onClick={onStay}>
            {t('common.leave.stay')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
