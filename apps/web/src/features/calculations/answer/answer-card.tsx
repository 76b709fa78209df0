import { roundDigits } from '@ohmstead/domain/money/round-digits'
import { IconBulb } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormatDay } from '../../../shared/i18n/use-format-day.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { ConsumerInfoDialog } from '../../../shared/portal/consumer-info/consumer-info-dialog.tsx'
import { PricedDaysChoice } from '../../../shared/portal/priced-days-choice.tsx'
import { SoFarLead } from '../../../shared/portal/so-far.tsx'
import { usePortalDevice } from '../../../shared/portal/use-portal-devices.ts'
import { useEuro } from '../../../shared/use-euro.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './answer.module.css'
import { PaidStrip, type PaidStripProps } from './paid-strip.tsx'
import { Sureness } from './sureness.tsx'
import { useAdvice } from './use-advice.ts'

/** What to do about the agreed power, in one sentence and one number, with its certainty. */
export function AnswerCard({ calculation, isNetted, soFar }: PaidStripProps) {
  const t = useT()
  const euro = useEuro()
  const day = useFormatDay()
  const { agreedPower } = calculation
  const { answer, fromDay, assumedFrom } = agreedPower
  const { sentence, advice, figure } = useAdvice(calculation)
  return (
    <section className={styles.card} aria-labelledby="calculation-answer">
      <PaidStrip calculation={calculation} isNetted={isNetted} soFar={soFar} />
      <div className={styles.answer}>
        <div className={styles.words}>
          <h2 id="calculation-answer">
            <SoFarLead days={soFar} />
            {sentence}
          </h2>
          {advice.map((one, place) => (
            <p key={one} className={styles.advice}>
              {place === 0 && <IconBulb size={20} stroke={1.6} aria-hidden />}
              <span>{one}</span>
            </p>
          ))}
          {agreedPower.unavailable === 'noTariff' && <PricedDaysChoice />}
          {agreedPower.unavailable === 'limitsUnknown' && <EnterDetails />}
          {answer && (
            <p className={styles.basis}>
              {t('calculations.verdict.basis', {
                from: day(fromDay),
                months: answer.months.length,
                basis: t('calculations.held.all'),
              })}{' '}
              {assumedFrom && t('calculations.verdict.assumed_rates', { day: day(assumedFrom) })}
            </p>
          )}
        </div>
        {figure && (
          // An amount that is not paid is no headline: it follows the words.
          <p className={styles.figure} data-aside={figure.isAside || undefined}>
            <strong>{euro(figure.amountEur, roundDigits(figure.amountEur))}</strong>
            <span>{figure.label}</span>
          </p>
        )}
      </div>
      <Sureness calculation={calculation} />
    </section>
  )
}

/** What the advice lacks can be entered right here, by the owner of the point. */
function EnterDetails() {
  const t = useT()
  const { device } = usePortalDevice()
  const [isOpen, setOpen] = useState(false)
  if (!device || device.owner !== null) return null
  return (
    <div>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('portal.details.open')}
      </Button>
      {isOpen && <ConsumerInfoDialog device={device} onClose={() => setOpen(false)} />}
    </div>
  )
}
