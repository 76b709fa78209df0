import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import { formatTag } from '../../../shared/i18n/locale.ts'
import type { Translate } from '../../../shared/i18n/use-t.ts'
import { type FormatEuro, roundDigits } from '../../../shared/use-euro.ts'
import { blocks } from '../calculation-data.ts'
import type { PowerChange, Verdict } from './judge-agreed-power.ts'

export interface VerdictWords {
  /** The one sentence. */
  sentence: string
  /** What to do; null where there is nothing. */
  advice: string | null
  /** The one number with what it counts; null where none can be given. */
  figure: { amountEur: number; digits: number; label: string } | null
}

interface Speech {
  t: Translate
  euro: FormatEuro
  /** "4.6 kW" */
  kw: (kw: number) => string
  locale: string
}

/** The verdict in words. */
export function describeVerdict(verdict: Verdict, speech: Speech): VerdictWords {
  const { t, euro } = speech
  switch (verdict.kind) {
    case 'unavailable':
      return {
        sentence: t(`calculations.verdict.unavailable.${verdict.reason}`),
        advice: t(`calculations.verdict.unavailable_advice.${verdict.reason}`),
        figure: null,
      }
    case 'limitsConflict':
      return {
        sentence: t('calculations.verdict.limits_conflict', {
          minimum: speech.kw(verdict.minimumKw),
          connection: speech.kw(verdict.connectionKw),
        }),
        advice: t('calculations.verdict.limits_conflict_advice'),
        figure: null,
      }
    case 'inUseUnknown':
      return {
        sentence: t('calculations.verdict.in_use_unknown'),
        advice: t('calculations.verdict.set', { list: listPowers(verdict.toKw, speech) }),
        figure: null,
      }
    case 'right':
      return {
        sentence: t('calculations.verdict.right'),
        advice: t('calculations.verdict.right_advice', { amount: euro(verdict.restEur) }),
        figure: { amountEur: verdict.restEur, digits: 2, label: t('calculations.verdict.figure.to_save') },
      }
    case 'keepOperator':
      return {
        sentence: t('calculations.verdict.keep_operator'),
        advice: t('calculations.verdict.keep_operator_advice'),
        figure: {
          amountEur: verdict.dearerEur,
          digits: roundDigits(verdict.dearerEur),
          label: t('calculations.verdict.figure.dearer', { months: verdict.months }),
        },
      }
    case 'operatorCheaper':
      return {
        sentence: t('calculations.verdict.operator_cheaper', spanOf(verdict, speech)),
        advice: t('calculations.verdict.operator_cheaper_advice', { amount: euro(verdict.optimumSavingEur) }),
        figure: savingFigure(verdict, t),
      }
    case 'change':
      return {
        sentence: t(
          verdict.perYearEur === null
            ? 'calculations.verdict.change_months'
            : 'calculations.verdict.change_year',
          spanOf(verdict, speech),
        ),
        advice: describeChanges(verdict.changes, verdict.toKw, speech),
        figure: savingFigure(verdict, t),
      }
  }
}

type Saving = { savingEur: number; perYearEur: number | null; months: number }

function spanOf({ savingEur, perYearEur, months }: Saving, { euro }: Speech) {
  const amount = perYearEur ?? savingEur
  return { amount: euro(amount, roundDigits(amount)), months }
}

function savingFigure({ savingEur, perYearEur, months }: Saving, t: Translate): VerdictWords['figure'] {
  const amountEur = perYearEur ?? savingEur
  const label =
    perYearEur === null
      ? t('calculations.verdict.figure.saving_months', { months })
      : t('calculations.verdict.figure.saving_year')
  return { amountEur, digits: roundDigits(amountEur), label }
}

/** "Lower block 1 to 4.6 kW", "Set block 1 to 4.6 kW and block 2 to 5 kW". */
function describeChanges(changes: readonly PowerChange[], toKw: BlockPowers, speech: Speech): string {
  const { t } = speech
  if (changes.length === 0) return t('calculations.verdict.set', { list: listPowers(toKw, speech) })
  const list = join(
    changes.map((change) =>
      t('calculations.verdict.block_to', { block: change.block, power: speech.kw(change.toKw) }),
    ),
    speech.locale,
  )
  if (changes.every(({ fromKw, toKw: to }) => to < fromKw)) return t('calculations.verdict.lower', { list })
  if (changes.every(({ fromKw, toKw: to }) => to > fromKw)) return t('calculations.verdict.raise', { list })
  return t('calculations.verdict.set', { list })
}

function listPowers(powersKw: BlockPowers, { t, kw, locale }: Speech): string {
  const said = blocks.map((block) =>
    t('calculations.verdict.block_to', { block, power: kw(powersKw[block - 1]!) }),
  )
  return join(said, locale)
}

const join = (parts: readonly string[], locale: string) =>
  new Intl.ListFormat(formatTag(locale), { type: 'conjunction' }).format(parts)
