import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { useT } from '../../../shared/i18n/use-t.ts'
import { type PortalToken, tokensQuery } from '../../../shared/portal/portal-query.ts'
import { errorText } from '../../../shared/states/page-states.tsx'
import { Button } from '../../../ui/button.tsx'
import formStyles from '../../../ui/form.module.css'
import textStyles from '../../../ui/text.module.css'
import { TextField } from '../../../ui/text-field.tsx'
import { useSendToken } from './portal-mutations.ts'
import styles from './token-form.module.css'
import { isRefused, useRefusalText } from './token-refusal.ts'

interface TokenFormProps {
  /** The token to be replaced; without it another one is added. */
  replaced?: PortalToken | undefined
  onAccepted?: (token: PortalToken) => void
}

/**
 * One field to paste the token into, masked while typing. The input stays until the portal has answered: a token
 * that it refuses is corrected in the field, and replaces the refused one.
 */
export function TokenForm({ replaced, onAccepted }: TokenFormProps) {
  const t = useT()
  const refusalText = useRefusalText()
  const { data: tokens } = useQuery(tokensQuery)
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const [isChanged, setChanged] = useState(false)
  const [answered, setAnswered] = useState<PortalToken | null>(null)
  const send = useSendToken()
  const kept = tokens?.find(({ id }) => id === answered?.id)
  const sent = kept ?? answered
  const refused = sent && isRefused(sent) ? sent : replaced && isRefused(replaced) ? replaced : undefined
  const isAsking = send.isPending || sent?.state === 'unchecked'

  const finish = useEffectEvent((token: PortalToken) => {
    setTyped('')
    setAnswered(null)
    onAccepted?.(token)
  })
  useEffect(() => {
    if (sent && sent.state !== 'unchecked' && !isRefused(sent)) finish(sent)
  }, [sent])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const token = typed.trim()
    if (token === '' || isAsking) return
    const id = (kept ?? replaced)?.id ?? null
    send.mutate(
      { id, token },
      {
        onSuccess: (credential) => {
          setTried(false)
          setChanged(false)
          setAnswered(credential)
        },
      },
    )
  }
  const error =
    isTried && typed.trim() === ''
      ? t('portal.token.required')
      : refused && !isChanged && !isAsking
        ? refusalText(refused)
        : undefined
  return (
    <form className={styles.inlineForm} onSubmit={submit} noValidate>
      {send.error && (
        <p className={formStyles.error} role="alert">
          {errorText(send.error, t)}
        </p>
      )}
      <div className={styles.inline}>
        <TextField
          name="token"
          type="password"
          label={t('portal.token.label')}
          showLabel={t('portal.token.show')}
          hideLabel={t('portal.token.hide')}
          value={typed}
          // It is cleared when the portal has accepted it: input typed meanwhile would be lost.
          readOnly={isAsking}
          autoComplete="off"
          spellCheck={false}
          error={error}
          onChange={(value) => {
            setTyped(value)
            setChanged(true)
            if (send.error) send.reset()
          }}
        />
        <Button type="submit" variant="primary" isBusy={isAsking}>
          {t(replaced ? 'portal.token.replace_action' : 'portal.token.add')}
        </Button>
      </div>
      <p className={textStyles.soft} role="status">
        {t(isAsking ? 'portal.token.state.unchecked' : 'portal.token.kept')}
      </p>
    </form>
  )
}

/** Where a token comes from, in the words of the portal. */
export function TokenSteps() {
  const t = useT()
  return (
    <ol className={styles.steps}>
      <li>
        {t('portal.token.step_sign_in')}{' '}
        <a href="https://mojelektro.si" target="_blank" rel="noreferrer">
          mojelektro.si
        </a>
      </li>
      <li>{t('portal.token.step_profile')}</li>
      <li>{t('portal.token.step_create')}</li>
      <li>{t('portal.token.step_paste')}</li>
    </ol>
  )
}
