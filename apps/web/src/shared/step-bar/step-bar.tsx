import type { CSSProperties } from 'react'
import { useT } from '../i18n/use-t.ts'
import styles from './step-bar.module.css'

interface StepBarProps<Step extends string> {
  steps: readonly { step: Step; label: string }[]
  step: Step
  /** Steps with something wrong in them. */
  wrong: ReadonlySet<Step>
  /** If some steps need others first; by default each can be gone to. */
  isReachable?: (step: Step) => boolean
  onGo: (step: Step) => void
}

/** The steps of a long form. */
export function StepBar<Step extends string>({
  steps,
  step,
  wrong,
  isReachable = () => true,
  onGo,
}: StepBarProps<Step>) {
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
            disabled={!isReachable(one.step)}
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
