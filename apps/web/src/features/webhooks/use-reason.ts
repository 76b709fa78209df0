import { useT } from '../../shared/i18n/use-t.ts'

/** Why a message was not taken, for people; an answer is shown as its number. */
export function useReason() {
  const t = useT()
  return (reason: string | null): string | null => {
    if (reason === 'unreachable' || reason === 'forbidden_address') return t(`webhooks.reason.${reason}`)
    if (reason === 'back') return t('notices.reason.back')
    const [, status] = /^status (\d+)$/.exec(reason ?? '') ?? []
    return status === undefined ? null : `HTTP ${status}`
  }
}
