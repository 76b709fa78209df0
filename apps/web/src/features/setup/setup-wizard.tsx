import type { LocationView } from '@ohmstead/contract/locations'
import { readSerial } from '@ohmstead/domain/fleet/serial-text'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { failureText } from '../../shared/forms/failure-text.ts'
import { focusFirst } from '../../shared/forms/focus-first.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { useNewPlace } from '../../shared/places/place-fields.tsx'
import { PricesHead } from '../../shared/pricing/prices-head.tsx'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { useSetupSearch } from '../../shared/setup/setup-search.ts'
import { StepBar } from '../../shared/step-bar/step-bar.tsx'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { DeviceStep } from './device-step.tsx'
import { FinishScreen } from './finish-screen.tsx'
import { LocationStep } from './location-step.tsx'
import { OverviewStep } from './overview-step.tsx'
import { SetupTariffsStep } from './setup-tariffs-step.tsx'
import styles from './setup-wizard.module.css'
import { useFindController } from './use-find-controller.ts'
import { type SetUp, useSetUp } from './use-set-up.ts'
import { useWizardDraft, type WizardStep, type WizardUnit, wizardSteps } from './wizard-draft.ts'

const progress: Readonly<Record<WizardStep, number>> = {
  location: 0.125,
  device: 0.375,
  tariffs: 0.625,
  overview: 0.875,
}

const nothingWrong: ReadonlySet<WizardStep> = new Set()

interface SetupWizardProps {
  unit: WizardUnit
  /** One that exists and is extended; null sets up a new one. */
  location: LocationView | null
}

/** Location, controller or P1 WiFi, tariffs, overview; what became of it is the finish. */
export function SetupWizard({ unit, location }: SetupWizardProps) {
  const t = useT()
  const format = useFormat()
  const user = useUser()
  const search = useSetupSearch()
  const navigate = useNavigate()
  const { draft, change, reset } = useWizardDraft(`${unit}:${location?.id ?? 'new'}`, location !== null)
  const place = useNewPlace(draft.place)
  const finder = useFindController(draft, change)
  const [isChecked, setChecked] = useState(false)
  const [done, setDone] = useState<SetUp | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const isForOthers = hasRole(user, 'ROLE_AGGREGATOR')
  const companyId =
    draft.companyId ?? search.company ?? (user.companies.length === 1 ? user.companies[0]!.id : null)
  const setUp = useSetUp({
    unit,
    location,
    draft,
    place: place.place,
    ownerId: isForOthers ? (draft.owner?.id ?? null) : user.id,
    companyId: isForOthers ? companyId : null,
    onDone: (result) => {
      reset()
      setDone(result)
    },
  })

  // A label's code opens this page with its serial.
  const scanned = done || !search.serial ? undefined : readSerial(search.serial)?.serial
  useEffect(() => {
    if (scanned && scanned !== draft.addressSerial)
      change({ addressSerial: scanned, typedSerial: scanned, isScanned: true, found: null })
  }, [scanned, draft.addressSerial, change])

  const startAgain = async () => {
    await navigate({ to: unit === 'p1' ? paths.setupP1Wifi : paths.setupOemDevice, search: {} })
    setDone(null)
  }
  if (done) return <FinishScreen unit={unit} result={done} onAgain={() => void startAgain()} />

  const complete: Readonly<Record<WizardStep, boolean>> = {
    location: location !== null || (place.isComplete && (!isForOthers || companyId !== null)),
    device: draft.found?.state === 'found',
    tariffs: true,
    overview: true,
  }
  const at = wizardSteps.indexOf(draft.step)
  const isReachable = (step: WizardStep) =>
    wizardSteps.slice(0, wizardSteps.indexOf(step)).every((one) => complete[one])
  const go = (step: WizardStep) => {
    setChecked(false)
    setUp.clear()
    change({ step })
    requestAnimationFrame(() => form.current?.focus({ preventScroll: true }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (draft.step === 'overview') {
      if (location || !isForOthers || draft.owner) setUp.send()
      return
    }
    if (complete[draft.step]) go(wizardSteps[at + 1]!)
    else if (draft.step === 'device') finder.find()
    // After the marks of the fields are drawn.
    else
      requestAnimationFrame(
        () => form.current && focusFirst(form.current, ['companyId', ...Object.keys(place.broken)]),
      )
  }
  const share = progress[draft.step]
  return (
    <div className={styles.page}>
      <PricesHead
        title={t(unit === 'p1' ? 'titles.setup_p1_wifi' : 'titles.setup_oem_device')}
        {...(location && { lead: location.name })}
        {...(!isForOthers && { parent: { to: paths.setup, title: t('titles.setup') } })}
      />
      <div>
        <StepBar
          steps={wizardSteps.map((step) => ({ step, label: t(`setup.step.${step}`) }))}
          step={draft.step}
          wrong={nothingWrong}
          isReachable={isReachable}
          onGo={go}
        />
        <div className={styles.progress}>
          <ProgressBar label={t('setup.progress')} share={share} />
          <span aria-hidden>{format.percent(share, 1)}</span>
        </div>
      </div>
      <form
        ref={form}
        className={styles.step}
        onSubmit={submit}
        noValidate
        tabIndex={-1}
        aria-label={t(`setup.step.${draft.step}`)}
      >
        <h2>{t(`setup.step.${draft.step}`)}</h2>
        {draft.step === 'location' && (
          <LocationStep
            unit={unit}
            location={location}
            draft={draft}
            place={place}
            companyId={companyId}
            isChecked={isChecked}
            change={change}
          />
        )}
        {draft.step === 'device' && (
          <DeviceStep
            unit={unit}
            locationId={location?.id ?? null}
            draft={draft}
            finder={finder}
            isChecked={isChecked}
            change={change}
          />
        )}
        {draft.step === 'tariffs' && (
          <SetupTariffsStep
            location={location}
            companyId={isForOthers ? companyId : null}
            draft={draft}
            change={change}
          />
        )}
        {draft.step === 'overview' && (
          <OverviewStep
            location={location}
            draft={draft}
            place={place.place}
            companyId={companyId}
            isChecked={isChecked}
            change={change}
          />
        )}
        {setUp.error !== null && (
          <p className={formStyles.error} role="alert">
            {t('controllers.add.failed')} {failureText(setUp.error, t)}
          </p>
        )}
        <div className={styles.actions}>
          {at > 0 && (
            <Button variant="quiet" onClick={() => go(wizardSteps[at - 1]!)}>
              {t('common.action.back')}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            // A press before the usual country and zone are there would complain of fields that fill in themselves.
            isBusy={
              setUp.isPending || finder.isPending || (draft.step === 'location' && place.options.isAwaited)
            }
          >
            {t(draft.step === 'overview' ? 'setup.action.finish' : 'common.action.next')}
          </Button>
        </div>
      </form>
    </div>
  )
}
