import { CopyButton } from '../../shared/copy-button.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { Modal } from '../../ui/modal.tsx'
import styles from './webhooks.module.css'

/** The secret of a webhook, which nobody can see again; a stray click does not close it. */
export function SecretModal({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useT()
  const name = t('webhooks.secret.name')
  return (
    <Modal title={name} closeLabel={t('common.action.close')} closesOnMask={false} onClose={onClose}>
      <div className={formStyles.form}>
        <p>{t('webhooks.secret.once')}</p>
        <div className={styles.secret}>
          <code>{secret}</code>
          <CopyButton name={name} text={secret} data-autofocus />
        </div>
        <div className={formStyles.actions}>
          <Button variant="primary" onClick={onClose}>
            {t('common.action.done')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
