import type { FormMessage } from '@ohmstead/domain/forms/form-rules'
import { type ReactNode, useRef, useState } from 'react'
import { focusFirst } from '../../shared/forms/focus-first.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { PriceFormContext } from '../../shared/pricing/fields/price-form.ts'
import { useFindBlocks } from '../../shared/pricing/use-find-blocks.ts'
import { useUnpricedBlocks } from '../../shared/pricing/use-unpriced-blocks.ts'
import { StepBar } from '../../shared/step-bar/step-bar.tsx'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { BasicStep } from './basic-step.tsx'
import { checkDraft, type PriceListDraft, stepOf, type WizardStep, wizardSteps } from './price-list-draft.ts'
import styles from './price-list-wizard.module.css'
import { SummaryStep } from './summary-step.tsx'
import { TariffsStep } from './tariffs-step.tsx'
import { WizardContext } from './wizard-form.ts'

interface PriceListWizardProps {
  draft: PriceListDraft
  today: string
  isReadOnly: boolean
  /** The list is in use already: a block of its plan that it has no price for may be new. */
  isStored?: boolean
  isBusy: boolean
  failure: string | null
  /** Fields that only the server refused. */
  refused: Readonly<Record<string, FormMessage>>
  saveLabel: string
  /** The third step; what is missing there is said once it was to be left. */
  plan: (isChecked: boolean) => ReactNode
  /** Fields of the third step that keep the list from being saved. */
  planProblems?: readonly string[]
  /** At the end of the summary: the reason of a change, and what it does to bills. */
  summary: ReactNode
  /** With the number of wrong fields that a price follows from. */
  preview: (problems: number) => ReactNode
  onChange: (draft: PriceListDraft) => void
  onSave: () => void
}

/** Basic information, tariffs, plan, summary; one form in four steps, with the preview beside it. */
export function PriceListWizard({
  draft,
  today,
  isReadOnly,
  isStored = false,
  isBusy,
  failure,
  refused,
  saveLabel,
  plan,
  planProblems = [],
  summary,
  preview,
  onChange,
  onSave,
}: PriceListWizardProps) {
  const t = useT()
  const [step, setStep] = useState<WizardStep>('basic')
  // What is wrong on a step is said once it was to be left.
  const [checked, setChecked] = useState<ReadonlySet<WizardStep>>(new Set())
  const form = useRef<HTMLElement>(null)
  const found = checkDraft(draft, useFindBlocks())
  const problems = { ...refused, ...found }
  const shown = Object.fromEntries(
    Object.entries(problems).filter(([path]) => checked.has(stepOf(path)) || path in refused),
  )
  const place = wizardSteps.indexOf(step)
  const focusWrong = (paths: readonly string[]) =>
    // After the marks of the fields are drawn.
    requestAnimationFrame(() => form.current && focusFirst(form.current, paths))
  // The next step begins above what was scrolled to, and readers of the screen are told its name.
  const show = (target: WizardStep) => {
    setStep(target)
    requestAnimationFrame(() => {
      form.current?.focus({ preventScroll: true })
      if ((form.current?.getBoundingClientRect().top ?? 0) < 0) form.current?.scrollIntoView()
    })
  }
  const go = (target: WizardStep) => {
    setChecked(new Set([...checked, step]))
    show(target)
  }
  const next = () => {
    const wrong = step === 'plan' ? planProblems : Object.keys(found).filter((path) => stepOf(path) === step)
    setChecked(new Set([...checked, step]))
    if (wrong.length > 0 && !isReadOnly) focusWrong(wrong)
    else show(wizardSteps[place + 1]!)
  }
  const enterPrice = () => {
    setChecked(new Set([...checked, 'tariffs']))
    setStep('tariffs')
  }
  const save = () => {
    const wrong = Object.keys(found)
    setChecked(new Set(wizardSteps))
    if (wrong.length + planProblems.length === 0) return onSave()
    setStep(wizardSteps.find((one) => wrong.some((path) => stepOf(path) === one)) ?? 'plan')
    focusWrong(wrong.length > 0 ? wrong : planProblems)
  }
  const context = {
    draft,
    change: (part: Partial<PriceListDraft>) => onChange({ ...draft, ...part }),
    changeTerms: (part: Partial<PriceListDraft['terms']>) =>
      onChange({ ...draft, terms: { ...draft.terms, ...part } }),
    problems: shown,
    isReadOnly,
  }
  const wrongSteps = new Set(Object.keys(shown).map(stepOf))
  if (planProblems.length > 0 && checked.has('plan')) wrongSteps.add('plan')
  const unpricedBlocks = useUnpricedBlocks()
  const unpriced = isStored ? unpricedBlocks(draft.terms) : []
  const { currency, isMultiTariff } = draft.terms
  const priceForm = { currency, isMultiTariff, countryCode: draft.countryCode, problems: shown }
  return (
    <WizardContext value={context}>
      <PriceFormContext value={priceForm}>
        <div className={styles.frame}>
          <section
            className={styles.main}
            ref={form}
            aria-label={t(`price_lists.step.${step}`)}
            tabIndex={-1}
          >
            {unpriced.length > 0 && (
              <div className={styles.unpriced} role="alert">
                <p>{t('price_lists.unpriced.text', { blocks: unpriced.join(', ') })}</p>
                {!isReadOnly && step !== 'tariffs' && (
                  <Button size="small" onClick={enterPrice}>
                    {t('price_lists.unpriced.enter')}
                  </Button>
                )}
              </div>
            )}
            <StepBar
              steps={wizardSteps.map((one) => ({ step: one, label: t(`price_lists.step.${one}`) }))}
              step={step}
              wrong={wrongSteps}
              onGo={go}
            />
            <h2 className="visually-hidden">{t(`price_lists.step.${step}`)}</h2>
            {step === 'basic' && <BasicStep today={today} isStored={isStored} />}
            {step === 'tariffs' && <TariffsStep today={today} />}
            {step === 'plan' && plan(checked.has('plan'))}
            {step === 'summary' && <SummaryStep>{summary}</SummaryStep>}
            {failure !== null && (
              <p className={formStyles.error} role="alert">
                {failure}
              </p>
            )}
            <div className={styles.actions}>
              <Button disabled={place === 0} onClick={() => go(wizardSteps[place - 1]!)}>
                {t('common.action.back')}
              </Button>
              {step === 'summary' ? (
                !isReadOnly && (
                  <Button variant="primary" isBusy={isBusy} onClick={save}>
                    {saveLabel}
                  </Button>
                )
              ) : (
                <Button variant="primary" onClick={next}>
                  {t('common.action.next')}
                </Button>
              )}
            </div>
          </section>
          <aside className={styles.aside} aria-label={t('price_lists.preview.heading')}>
            {preview(Object.keys(found).filter(isOfPrice).length)}
          </aside>
        </div>
      </PriceFormContext>
    </WizardContext>
  )
}

const isOfPrice = (path: string) => path.startsWith('terms.') || path === 'countryCode'
