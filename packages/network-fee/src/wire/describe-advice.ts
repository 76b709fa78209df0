import { worthEurPerYear } from '../optimum/advise-agreed-power.ts'
import type { AgreedPowerResult } from '../optimum/advise-point.ts'
import type { PowerChoice } from '../optimum/compare-agreed-powers.ts'
import type { BlockPowers } from '../powers/agreed-power.ts'

/** Texts and number formats of one language. */
export interface AdviceSpeech {
  t: (key: string, values?: Record<string, string | number>) => string
  /** "113 €", "15.84 €" below 100. */
  euro: (amountEur: number) => string
  /** "4.6 kW" */
  kw: (kw: number) => string
  /** Of 'YYYY-MM-DD'. */
  day: (day: string) => string
  /** "November", of a calendar month 1 to 12. */
  month: (month: number) => string
  /** "a, b and c" */
  list: (parts: readonly string[]) => string
}

export interface AdviceWords {
  /** The one sentence. */
  sentence: string
  /** What to do and what to know about it. */
  advice: string[]
  /** The key figure with its caption; null if there is none. */
  figure: { amountEur: number; label: string; isAside: boolean } | null
}

export interface PowerChange {
  block: number
  fromKw: number
  toKw: number
}

type Advised = Omit<AgreedPowerResult, 'customProblems'>

/** The advice on agreed powers in words: page, documents and letter say the same. */
export function describeAdvice(agreed: Advised, speech: AdviceSpeech): AdviceWords {
  const { t } = speech
  const { advice, comparison, answer } = agreed
  if (!advice || !comparison || !answer) return describeMissing(agreed, speech)
  const find = (name: PowerChoice['name']) => comparison.choices.find((choice) => choice.name === name)
  const [current, optimum] = [find('current'), find('optimised')!]
  if (advice.kind === 'inUseUnknown' || !current) {
    const list = listPowers(answer.powersKw, speech)
    const what = t('calculations.verdict.in_use_unknown_advice', { list })
    return { sentence: t('calculations.verdict.in_use_unknown'), advice: [what], figure: null }
  }
  const { savingEur, unchargedEur, nextOperatorEur } = advice
  if (advice.kind === 'change' && savingEur !== null) {
    const lost = unchargedEur
      ? t('calculations.verdict.gives_up', { amount: speech.euro(unchargedEur) })
      : null
    return {
      sentence: t('calculations.verdict.change_year', { amount: speech.euro(savingEur) }),
      advice: [describeChanges(current.powersKw, answer.powersKw, speech), ...(lost ? [lost] : [])],
      figure: figureOf(savingEur, t('calculations.verdict.figure.saving_year')),
    }
  }
  const restEur = Math.max(current.costEur - optimum.costEur, 0)
  const rest = t(
    `calculations.verdict.${advice.reason === 'uncertain' ? 'uncertain_advice' : 'right_advice'}`,
    {
      amount: speech.euro(restEur),
    },
  )
  if (unchargedEur === null)
    return { sentence: t('calculations.verdict.right'), advice: [rest], figure: null }
  return {
    // Cheapest only where nothing else may be.
    sentence: t(`calculations.verdict.${advice.reason === 'cheapest' ? 'keep_operator' : 'keep_set'}`),
    advice: [
      t('calculations.verdict.keep_operator_advice'),
      ...(advice.reason === 'uncertain' ? [rest] : []),
      ...(advice.reason === 'operatorResets' ? [t('calculations.verdict.operator_resets_advice')] : []),
      ...(nextOperatorEur !== null && nextOperatorEur - optimum.costEur >= worthEurPerYear
        ? [
            t('calculations.verdict.resets_dearer', {
              operator: speech.euro(nextOperatorEur),
              own: speech.euro(optimum.costEur),
            }),
          ]
        : []),
    ],
    figure: figureOf(unchargedEur, t('calculations.verdict.figure.uncharged'), true),
  }
}

const figureOf = (amountEur: number, label: string, isAside = false) => ({ amountEur, label, isAside })

function describeMissing({ limits, unavailable, data }: Advised, speech: AdviceSpeech): AdviceWords {
  const { t } = speech
  if (unavailable === 'limitsConflict') {
    const [minimum, connection] = [speech.kw(limits.minimumPowerKw!), speech.kw(limits.connectionPowerKw!)]
    return {
      sentence: t('calculations.verdict.limits_conflict', { minimum, connection }),
      advice: [t('calculations.verdict.limits_conflict_advice')],
      figure: null,
    }
  }
  const sentence = t(`calculations.verdict.unavailable.${unavailable ?? 'noTariff'}`)
  if (unavailable !== 'notEnoughData')
    return {
      sentence,
      advice: [t(`calculations.verdict.unavailable_advice.${unavailable ?? 'noTariff'}`)],
      figure: null,
    }
  const months = speech.list(data.missingHighSeason.map(speech.month))
  return {
    sentence,
    advice: [
      t('calculations.verdict.unavailable_advice.notEnoughData'),
      ...(months ? [t('calculations.verdict.months_missing', { months })] : []),
      ...(data.possibleFrom
        ? [t('calculations.verdict.possible_from', { day: speech.day(data.possibleFrom) })]
        : []),
    ],
    figure: null,
  }
}

/** Blocks that differ; none if the current powers change from month to month. */
export function findChanges(from: BlockPowers | null, to: BlockPowers): PowerChange[] {
  if (!from) return []
  return to.flatMap((toKw, place) =>
    from[place] === toKw ? [] : { block: place + 1, fromKw: from[place]!, toKw },
  )
}

/** "Lower block 1 to 4.6 kW", "Set block 1 to 4.6 kW and block 2 to 5 kW". */
function describeChanges(from: BlockPowers | null, to: BlockPowers, speech: AdviceSpeech): string {
  const { t } = speech
  const changes = findChanges(from, to)
  if (changes.length === 0) return t('calculations.verdict.set', { list: listPowers(to, speech) })
  const list = speech.list(changes.map(({ block, toKw }) => nameBlock(block, toKw, speech)))
  if (changes.every(({ fromKw, toKw }) => toKw < fromKw)) return t('calculations.verdict.lower', { list })
  if (changes.every(({ fromKw, toKw }) => toKw > fromKw)) return t('calculations.verdict.raise', { list })
  return t('calculations.verdict.set', { list })
}

const listPowers = (powersKw: BlockPowers, speech: AdviceSpeech) =>
  speech.list(powersKw.map((kw, place) => nameBlock(place + 1, kw, speech)))

const nameBlock = (block: number, kw: number, { t, kw: power }: AdviceSpeech) =>
  t('calculations.verdict.block_to', { block, power: power(kw) })
