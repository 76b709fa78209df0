import { useT } from '../../shared/i18n/use-t.ts'
import { type WizardStep, wizardSteps } from './price-list-draft.ts'
import styles from './step-bar.module.css'

interface StepBarProps {
  step: WizardStep
  /** Steps with something wrong in them. */
  wrong: ReadonlySet<WizardStep>
  onGo: (step: WizardStep) => void
}

/** The four steps; each can be gone to. */
export function StepBar({ step, wrong, onGo }: StepBarProps) {
  const t = useT()
  return (
    <ol className={styles.bar} aria-label={t('price_lists.steps')}>
      {wizardSteps.map((one, place) => (
        <li key={one}>
          <button
            type="button"
            className={styles.step}
            aria-current={one === step ? 'step' : undefined}
            data-wrong={wrong.has(one) || undefined}
            onClick={() => onGo(one)}
          >
            <span aria-hidden>{place + 1}</span>
            {t(`price_lists.step.${one}`)}
            {wrong.has(one) && <span className="visually-hidden"> – {t('price_lists.step_wrong')}</span>}
          </button>
        </li>
      ))}
    </ol>
  )
}
