import { useLingui } from '@lingui/react'
import { worthEurPerYear } from '@ohmstead/network-fee/optimum/advise-agreed-power'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { writeClipboard } from '../../../lib/write-clipboard.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { SegmentedChoice } from '../../../shared/segmented-choice/segmented-choice.tsx'
import { Button } from '../../../ui/button.tsx'
import { arePowersEqual } from '../powers/power-steps.ts'
import type { CustomState } from '../use-custom-months.ts'
import styles from './request.module.css'
import { buildRequestText, type RequestSpeech } from './request-text.ts'
import { useOperatorSpeech, useOwnSpeech } from './use-request-speech.ts'

/** What to write in the operator's form, for the optimum or for custom powers. */
export function RequestSection({ custom }: { custom: CustomState }) {
  const t = useT()
  const { i18n } = useLingui()
  const operator = useOperatorSpeech()
  const own = useOwnSpeech()
  const [wanted, setWanted] = useState<'optimised' | 'custom'>('optimised')
  const { calculated, customKw, whatIf } = custom
  const { advice, comparison, fromDay } = calculated.payable.calculations.agreedPower
  const advisedKw = advice?.kind === 'change' ? advice.powersKw : null
  const isCustomLegal = customKw !== null && (whatIf?.findProblems(customKw).length ?? 1) === 0
  const hasCustom = isCustomLegal && !arePowersEqual(customKw, advisedKw)
  // Nobody is invited to request powers that would cost them more.
  const powersKw = hasCustom && (wanted === 'custom' || !advisedKw) ? customKw : advisedKw
  if (!powersKw) return null
  const { eimm, gsrn, title } = calculated.device
  const current = comparison?.choices.find(({ name }) => name === 'current')
  const savingEur =
    powersKw === advisedKw
      ? (advice?.savingEur ?? null)
      : findOwnSaving(current?.costEur, whatIf?.compare(powersKw)?.costEur)
  const request = { eimm, gsrn, place: title, powersKw, fromDay, savingEur }
  return (
    <section className={styles.card} aria-labelledby="request">
      <div className={styles.head}>
        <h2 id="request">{t('calculations.request.title')}</h2>
        {hasCustom && advisedKw && (
          <SegmentedChoice
            label={t('calculations.request.which')}
            value={wanted}
            options={(['optimised', 'custom'] as const).map((value) => ({
              value,
              label: t(`calculations.choice.${value}`),
            }))}
            onChange={setWanted}
          />
        )}
      </div>
      <p className={styles.lead}>{t('calculations.request.lead')}</p>
      {powersKw !== advisedKw && <p className={styles.warning}>{t('calculations.request.not_advised')}</p>}
      <div className={styles.texts}>
        {operator && (
          <RequestText
            name={t('calculations.request.for_operator')}
            lang="sl"
            text={buildRequestText(request, operator)}
          />
        )}
        {i18n.locale !== 'sl' && (
          <RequestText
            name={t('calculations.request.for_you')}
            lang={i18n.locale}
            text={buildRequestText(request, own satisfies RequestSpeech)}
          />
        )}
      </div>
    </section>
  )
}

/** What powers of one's own save by the table of choices; null where they save nothing worth naming. */
function findOwnSaving(currentEur: number | undefined, ownEur: number | undefined): number | null {
  if (currentEur === undefined || ownEur === undefined) return null
  const savingEur = Math.round((currentEur - ownEur) * 100) / 100
  return savingEur >= worthEurPerYear ? savingEur : null
}

const copiedMs = 2000

function RequestText({ name, lang, text }: { name: string; lang: string; text: string }) {
  const t = useT()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await writeClipboard(text)
    setCopied(true)
    setTimeout(() => setCopied(false), copiedMs)
  }
  return (
    <figure className={styles.text}>
      <figcaption>
        <span>{name}</span>
        <Button
          size="small"
          aria-label={t('calculations.request.copy', { name })}
          onClick={() => void copy()}
        >
          {isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} stroke={1.6} aria-hidden />}
          {t(isCopied ? 'common.action.copied' : 'calculations.request.copy_short')}
        </Button>
      </figcaption>
      <p lang={lang}>{text}</p>
    </figure>
  )
}
