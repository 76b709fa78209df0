import { type ControllerKind, controllerKinds } from '@ohmstead/domain/fleet/controller-kind'
import { IconCpu, IconGauge, IconRouter } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import styles from './kind-step.module.css'

const icons = { CONTROLLER: IconCpu, P1_WIFI: IconGauge, GATEWAY: IconRouter } as const satisfies Record<
  ControllerKind,
  unknown
>

interface KindStepProps {
  error: unknown
  isBusy: boolean
  /** null if there is no previous step. */
  onBack: (() => void) | null
  onDone: (kind: ControllerKind) => void
}

export function KindStep({ error, isBusy, onBack, onDone }: KindStepProps) {
  const t = useT()
  const [kind, setKind] = useState<ControllerKind>('CONTROLLER')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDone(kind)
  }
  return (
    <form className={formStyles.form} onSubmit={submit}>
      {error !== null && (
        <p className={formStyles.error} role="alert">
          {t('controllers.add.failed')} {errorText(error, t)}
        </p>
      )}
      <fieldset className={styles.kinds}>
        <legend>{t('controllers.add.kind')}</legend>
        {controllerKinds.map((name) => {
          const Icon = icons[name]
          return (
            <label key={name} className={styles.kind}>
              <input type="radio" name="kind" checked={name === kind} onChange={() => setKind(name)} />
              <Icon size={24} stroke={1.5} aria-hidden />
              <span className={styles.name}>{t(`controllers.kind.${name}`)}</span>
              <span className={styles.text}>{t(`controllers.kind.${name}.text`)}</span>
            </label>
          )
        })}
      </fieldset>
      <div className={formStyles.actions}>
        {onBack && (
          <Button variant="quiet" onClick={onBack}>
            {t('common.action.back')}
          </Button>
        )}
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {t('controllers.add.submit')}
        </Button>
      </div>
    </form>
  )
}
