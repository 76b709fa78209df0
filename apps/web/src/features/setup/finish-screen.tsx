import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths, paths } from '../../shared/paths.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FirstReadings } from './first-readings.tsx'
import styles from './setup-wizard.module.css'
import type { SetUp } from './use-set-up.ts'
import type { WizardUnit } from './wizard-draft.ts'

interface FinishScreenProps {
  unit: WizardUnit
  result: SetUp
  onAgain: () => void
}

/** What was set up, its first readings as they come, and where to go from here. */
export function FinishScreen({ unit, result, onAgain }: FinishScreenProps) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  // People who set up for others come from elsewhere.
  const isSettingUpHere = !hasRole(useUser(), 'ROLE_AGGREGATOR')
  const address = { locationId: result.locationId }
  return (
    <div className={styles.page}>
      <header className={styles.finish}>
        <IconCircleCheck size={40} stroke={1.4} aria-hidden />
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {t('setup.step.finish')}
          </h1>
          <p>
            {t(result.isNewLocation ? 'setup.finish.new_location' : 'setup.finish.extended', {
              location: result.locationName,
              serial: result.controller.unit_id,
            })}
          </p>
        </div>
      </header>
      <FirstReadings locationId={result.locationId} controllerId={result.controller.id} />
      {result.isPlanMissing && (
        <p className={styles.warning} role="alert">
          {t('setup.finish.plan_missing')}
        </p>
      )}
      <div className={styles.next}>
        <Link to={locationPaths.overview(address)} className={buttonClass({ variant: 'primary' })}>
          {t('controllers.wait.open')}
        </Link>
        <Link to={locationPaths.pricing(address)} className={buttonClass()}>
          {t('setup.finish.prices')}
        </Link>
        <Button variant="quiet" onClick={onAgain}>
          {t(unit === 'p1' ? 'setup.finish.again_p1' : 'setup.finish.again')}
        </Button>
        {isSettingUpHere && (
          <Link to={paths.setup} className={buttonClass({ variant: 'quiet' })}>
            {t('titles.setup')}
          </Link>
        )}
      </div>
    </div>
  )
}
