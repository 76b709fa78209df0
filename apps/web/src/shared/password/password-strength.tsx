import { useDeferredValue, useEffect, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import type { PasswordStrength as Strength } from './password-hint.ts'
import styles from './password-strength.module.css'

type Check = typeof import('./check-password-strength.ts')['checkPasswordStrength']

const steps = [1, 2, 3, 4] as const

/** A bar and a hint below a new password. Without the dictionaries it shows nothing; the server decides. */
export function PasswordStrength({ password, own }: { password: string; own: readonly string[] }) {
  const t = useT()
  const check = useCheck(password !== '')
  const typed = useDeferredValue(password)
  if (typed === '' || !check) return <p className={styles.hint}>{t('password.rule')}</p>
  const { score, hint, needsWords }: Strength = check(typed, own)
  return (
    <div className={styles.strength} data-score={score}>
      <div className={styles.bar} aria-hidden>
        {steps.map((step) => (
          <span key={step} data-on={score >= step} />
        ))}
      </div>
      <p className={styles.hint} role="status">
        <strong>{t(`password.strength.${score}`)}</strong>{' '}
        {[hint && t(`password.hint.${hint}`), needsWords && t('password.more_words')]
          .filter(Boolean)
          .join(' ')}
      </p>
    </div>
  )
}

/** Loaded with the first character typed. */
function useCheck(isNeeded: boolean): Check | null {
  const [check, setCheck] = useState<{ run: Check } | null>(null)
  useEffect(() => {
    if (!isNeeded) return
    let isHere = true
    import('./check-password-strength.ts').then(
      ({ checkPasswordStrength }) => {
        if (isHere) setCheck({ run: checkPasswordStrength })
      },
      (error: unknown) => console.warn(error),
    )
    return () => {
      isHere = false
    }
  }, [isNeeded])
  return check?.run ?? null
}
