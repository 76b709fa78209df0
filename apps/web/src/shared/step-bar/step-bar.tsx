import type { CSSProperties } from 'react'
import { useT } from '../i18n/use-t.ts'
import styles from './step-bar.module.css'

interface StepBarProps<Step extends string> {
  steps: readonly { step: Step; label: string }[]
  step: Step
  /** Steps with something wrong in them. */
  wrong: ReadonlySet<Step>
  onGo: (step: Step) => void
}

/** The steps of a long form; each can be gone to. */
export function StepBar<Step extends string>({ steps, step, wrong, onGo }: StepBarProps<Step>) {
  const t = useT()
  return (
    <ol
      className={styles.bar}
      style={{ '--steps': steps.length } as CSSProperties}
      aria-label={t('price_lists.steps')}
    >
      {steps.map((one, place) => (
        <li key={one.step}>
          <button
            type="button"
            className={styles.step}
            aria-current={one.step === step ? 'step' : undefined}
            data-wrong={wrong.has(one.step) || undefined}
            onClick={() => onGo(one.step)}
          >
            <span aria-hidden>{place + 1}</span>
            {one.label}
            {wrong.has(one.step) && <span className="visually-hidden"> – {t('price_lists.step_wrong')}</span>}
          </button>
        </li>
      ))}
    </ol>
  )
}
