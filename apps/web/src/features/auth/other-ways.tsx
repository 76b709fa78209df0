import { IconBrandApple, IconBrandGoogle, IconFingerprint, IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import styles from '../../shared/auth-panel/auth-panel.module.css'
import { failureText } from '../../shared/forms/failure-text.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { passkeyFailure, passkeysWork, signInByPasskey } from '../../shared/passkeys/passkey-ceremony.ts'
import { type Provider, waysInQuery } from '../../shared/session/providers-query.ts'
import { Button } from '../../ui/button.tsx'
import { useAuthSearch } from './auth-search.ts'
import type { LoginOptions } from './login-form.tsx'
import { useEnter } from './use-enter.ts'

const icons = {
  google: IconBrandGoogle,
  apple: IconBrandApple,
  other: IconKey,
} as const satisfies Record<Provider['id'], unknown>

/** Signing in without a password: with a passkey or a provider. */
export function OtherWays({ options }: { options: LoginOptions }) {
  const t = useT()
  const { data: ways, isPending } = useQuery(waysInQuery)
  const providers = ways?.providers ?? []
  const hasPasskeys = passkeysWork() && (ways?.passkeys ?? !isPending)
  if (providers.length === 0 && !hasPasskeys) return null
  return (
    <div className={styles.ways}>
      <p className={styles.or}>{t('auth.login.or')}</p>
      {hasPasskeys && <PasskeyButton options={options} />}
      {providers.map((provider) => (
        <ProviderButton key={provider.id} provider={provider} options={options} />
      ))}
    </div>
  )
}

function ProviderButton({ provider: { id, name }, options }: { provider: Provider; options: LoginOptions }) {
  const t = useT()
  const { next } = useAuthSearch()
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const Icon = icons[id]
  const setOut = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const body = { returnTo: next ?? null, staySignedIn: options.staySignedIn }
      const { url } = await call('POST /auth/oauth/:provider', { params: { provider: id }, body })
      window.location.assign(url)
    } catch (error) {
      setFailure(failureText(error, t))
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
      <Button wide isBusy={isBusy} onClick={() => void setOut()}>
        {!isBusy && <Icon size={18} stroke={1.6} aria-hidden />}
        {t('auth.login.by_provider', { name })}
      </Button>
    </>
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
