import { IconBrandApple, IconBrandGoogle, IconFingerprint, IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiAddress } from '../../lib/call.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { passkeyFailure, passkeysWork, signInByPasskey } from '../../shared/passkeys/passkey-ceremony.ts'
import { type Provider, waysInQuery } from '../../shared/session/providers-query.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import styles from './door.module.css'
import { useDoorSearch } from './door-search.ts'
import type { LoginOptions } from './login-form.tsx'
import { useEnter } from './use-enter.ts'

const icons = {
  google: IconBrandGoogle,
  apple: IconBrandApple,
  other: IconKey,
} as const satisfies Record<Provider['id'], unknown>

/** Signing in without a password: by a passkey or by a provider. */
export function OtherWays({ options }: { options: LoginOptions }) {
  const t = useT()
  const { next } = useDoorSearch()
  const { data: ways, isPending } = useQuery(waysInQuery)
  const providers = ways?.providers ?? []
  const hasPasskeys = passkeysWork() && (ways?.passkeys ?? !isPending)
  if (providers.length === 0 && !hasPasskeys) return null
  const query = new URLSearchParams({
    ...(next !== undefined && { returnTo: next }),
    staySignedIn: String(options.staySignedIn),
  })
  return (
    <div className={styles.ways}>
      <p className={styles.or}>{t('auth.login.or')}</p>
      {hasPasskeys && <PasskeyButton options={options} />}
      {providers.map(({ id, name }) => {
        const Icon = icons[id]
        return (
          <a key={id} className={buttonClass({ wide: true })} href={apiAddress(`/auth/oauth/${id}?${query}`)}>
            <Icon size={18} stroke={1.6} aria-hidden />
            {t('auth.login.by_provider', { name })}
          </a>
        )
      })}
    </div>
  )
}

export function PasskeyButton({ options }: { options: LoginOptions }) {
  const t = useT()
  const enter = useEnter()
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const signIn = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await enter(await signInByPasskey(options.staySignedIn), options.remember)
    } catch (error) {
      setFailure(passkeyFailure(error, t))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {failure && (
        <p className={styles.error} role="alert">
          {failure}
        </p>
      )}
      <Button wide isBusy={isBusy} onClick={() => void signIn()}>
        {!isBusy && <IconFingerprint size={18} stroke={1.6} aria-hidden />}
        {t('auth.login.by_passkey')}
      </Button>
    </>
  )
}
