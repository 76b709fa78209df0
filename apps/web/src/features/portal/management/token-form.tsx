import { type FormEvent, useState } from 'react'
import { useT } from '../../../shared/i18n/use-t.ts'
import type { PortalToken } from '../../../shared/portal/portal-queries.ts'
import { errorText } from '../../../shared/states/page-states.tsx'
import { Button } from '../../../ui/button.tsx'
import formStyles from '../../../ui/form.module.css'
import textStyles from '../../../ui/text.module.css'
import { TextField } from '../../../ui/text-field.tsx'
import { useAddToken } from './portal-mutations.ts'
import styles from './token-form.module.css'

/** One field to paste the token into. Nothing is sent while it is empty; it is hidden as it is typed. */
export function TokenForm({ onAdded }: { onAdded?: (token: PortalToken) => void }) {
  const t = useT()
  const [token, setToken] = useState('')
  const [isTried, setTried] = useState(false)
  const add = useAddToken()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const trimmed = token.trim()
    if (trimmed === '' || add.isPending) return
    add.mutate(trimmed, {
      onSuccess: (credential) => {
        setToken('')
        setTried(false)
        onAdded?.(credential)
      },
    })
  }
  return (
    <form className={styles.inlineForm} onSubmit={submit} noValidate>
      {add.error && (
        <p className={formStyles.error} role="alert">
          {errorText(add.error, t)}
        </p>
      )}
      <div className={styles.inline}>
        <TextField
          name="token"
          type="password"
          label={t('portal.token.label')}
          showLabel={t('portal.token.show')}
          hideLabel={t('portal.token.hide')}
          value={token}
          // It is emptied when the token is there: what is typed meanwhile would go with it.
          readOnly={add.isPending}
          autoComplete="off"
          spellCheck={false}
          error={isTried && token.trim() === '' ? t('portal.token.required') : undefined}
          onChange={(value) => {
            setToken(value)
            if (add.error) add.reset()
          }}
        />
        <Button type="submit" variant="primary" isBusy={add.isPending}>
          {t('portal.token.add')}
        </Button>
      </div>
      <p className={textStyles.soft}>{t('portal.token.kept')}</p>
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
