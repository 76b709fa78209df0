import { useT } from '../../../shared/i18n/use-t.ts'
import type { PortalToken } from '../../../shared/portal/portal-query.ts'
import { Modal } from '../../../ui/modal.tsx'
import textStyles from '../../../ui/text.module.css'
import { TokenForm, TokenSteps } from './token-form.tsx'

/** Replaces a token that the portal no longer accepts. */
export function ReplaceToken({ token, onClose }: { token: PortalToken; onClose: () => void }) {
  const t = useT()
  return (
    <Modal
      title={t('portal.token.replace', { token: token.token })}
      closeLabel={t('common.action.close')}
      closesOnMask={false}
      onClose={onClose}
    >
      <p className={textStyles.soft}>{t('portal.token.replace_lead')}</p>
      <TokenSteps />
      <TokenForm replaced={token} onAccepted={onClose} />
    </Modal>
  )
}
