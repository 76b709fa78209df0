import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { failureText } from '../../shared/forms/failure-text.ts'
import { focusFirst } from '../../shared/forms/focus-first.ts'
import { usePageLeave } from '../../shared/forms/use-page-leave.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { PricesHead } from '../../shared/pricing/prices-head.tsx'
import { usePricesScope } from '../../shared/pricing/prices-scope.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { StepBar } from '../../shared/step-bar/step-bar.tsx'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { Panel } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { createGroup } from './create-group.ts'
import styles from './energy-sharing.module.css'
import { checkGroup, emptyGroup } from './group-draft.ts'
import { KeyKindField } from './key-kind-field.tsx'
import { OrganiserFields } from './organiser-fields.tsx'
import { type ChosenPlaces, PlaceChoice } from './place-choice.tsx'
import { PointPriceField } from './point-price-field.tsx'
import { SchemeComparison } from './scheme-comparison.tsx'
import { SchemeFields } from './scheme-fields.tsx'
import { SharePriceFields } from './share-price-fields.tsx'

const steps = ['scheme', 'organiser', 'price', 'members', 'key'] as const
type Step = (typeof steps)[number]

const fieldsOf: Readonly<Record<Step, readonly string[]>> = {
  scheme: ['name', 'validFrom'],
  organiser: ['organiserName', 'senderFee', 'receiverFee', 'source'],
  price: ['perKwh'],
  members: [],
  key: [],
}

/** The start of a group: scheme, organiser, price, first members and key. */
export function CreateSharingGroupPage() {
  const t = useT()
  const navigate = useNavigate()
  const today = useToday()
  const scope = usePricesScope()
  const [step, setStep] = useState<Step>('scheme')
  const [checked, setChecked] = useState<ReadonlySet<Step>>(new Set())
  const [begun] = useState(() => emptyGroup('sharing', today))
  const [draft, setDraft] = useState(begun)
  const [chosen, setChosen] = useState<ChosenPlaces>(new Map())
  const [priceListId, setPriceListId] = useState<number | null>(null)
  const [keyKind, setKeyKind] = useState<'static' | 'byUse' | 'optimal'>('byUse')
  const form = useRef<HTMLDivElement>(null)
  const isLeaving = useRef(false)
  const question = usePageLeave(() => !isLeaving.current && (draft !== begun || chosen.size > 0), 'form')
  const found = checkGroup(draft)
  const stepOf = (field: string) => steps.find((one) => fieldsOf[one].includes(field)) ?? 'scheme'
  const problems = Object.fromEntries(Object.entries(found).filter(([field]) => checked.has(stepOf(field))))
  const create = useMutation({
    mutationFn: () =>
      createGroup({ draft, companyId: scope?.companyId ?? null, chosen, priceListId, keyKind }),
    onSuccess: async ({ id, refused }) => {
      isLeaving.current = true
      if (refused > 0) showToast(t('energy_sharing.places.refused', { count: refused }), { tone: 'danger' })
      await navigate({ to: paths.sharingGroup(id), replace: true })
    },
  })
  const show = (target: Step) => {
    setChecked((now) => new Set([...now, step]))
    setStep(target)
  }
  const focusWrong = () =>
    requestAnimationFrame(() => form.current && focusFirst(form.current, Object.keys(found)))
  const go = () => {
    const place = steps.indexOf(step)
    const isWrong = Object.keys(found).some((field) => stepOf(field) === step)
    if (isWrong) {
      setChecked(new Set([...checked, step]))
      focusWrong()
    } else if (step !== 'key') show(steps[place + 1]!)
    else if (Object.keys(found).length === 0) create.mutate()
    else {
      setChecked(new Set(steps))
      setStep(stepOf(Object.keys(found)[0]!))
      focusWrong()
    }
  }
  const fields = { draft, problems, today, onChange: setDraft }
  return (
    <div className={styles.page}>
      {question}
      <PricesHead
        title={t('titles.new_sharing_group')}
        parent={{ to: paths.sharing, title: t('titles.energy_sharing') }}
      />
      <StepBar
        steps={steps.map((one) => ({
          step: one,
          label: t(
            one === 'members' || one === 'key' ? `energy_sharing.part.${one}` : `energy_sharing.field.${one}`,
          ),
        }))}
        step={step}
        wrong={new Set(Object.keys(problems).map(stepOf))}
        onGo={show}
      />
      <div className={styles.part} ref={form}>
        {step === 'scheme' && <SchemeFields {...fields} />}
        {step === 'organiser' && <OrganiserFields {...fields} />}
        {step === 'price' && <SharePriceFields {...fields} />}
        {step === 'members' && (
          <>
            <p className={styles.soft}>{t('energy_sharing.places.lead')}</p>
            <PlaceChoice scheme={draft.scheme} chosen={chosen} onChange={setChosen} />
            {[...chosen.values()].some(({ place }) => place.kind === 'point') && (
              <PointPriceField value={priceListId} onChange={setPriceListId} />
            )}
          </>
        )}
        {step === 'key' && <KeyKindField value={keyKind} onChange={setKeyKind} />}
        {create.error && (
          <p className={formStyles.error} role="alert">
            {failureText(create.error, t)}
          </p>
        )}
        <div className={`${styles.actions} ${styles.between}`}>
          <Button disabled={step === 'scheme'} onClick={() => show(steps[steps.indexOf(step) - 1]!)}>
            {t('common.action.back')}
          </Button>
          <Button variant="primary" isBusy={create.isPending} onClick={go}>
            {t(step === 'key' ? 'energy_sharing.list.start' : 'common.action.next')}
          </Button>
        </div>
        {step === 'scheme' && (
          <Panel heading={t('energy_sharing.compare.heading')}>
            <SchemeComparison />
          </Panel>
        )}
      </div>
    </div>
  )
}
