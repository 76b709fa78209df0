import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import type { MessageKey } from '../../../shared/i18n/use-t.ts'
import { blocks } from '../calculation-data.ts'

export interface PowerRequest {
  eimm: string
  gsrn: string | null
  place: string | null
  powersKw: BlockPowers
  /** 'YYYY-MM-DD', the first of a month. */
  fromDay: string
  /** What the page names as the saving of a year against the powers in use; null where there is none. */
  savingEur: number | null
}

/** Texts and number formats of the request's language, which need not be the current one. */
export interface RequestSpeech {
  t: (key: MessageKey, values?: Record<string, string | number>) => string
  number: (value: number) => string
  euro: (amountEur: number) => string
  day: (day: string) => string
}

/** The text for the operator's form, ready to send: which point, which powers, from when. */
export function buildRequestText(
  { eimm, gsrn, place, powersKw, fromDay, savingEur }: PowerRequest,
  speech: RequestSpeech,
): string {
  const { t } = speech
  const point = [
    t('calculations.request.eimm', { eimm }),
    ...(gsrn ? [t('calculations.request.gsrn', { gsrn })] : []),
    ...(place ? [t('calculations.request.place', { place })] : []),
  ]
  const powers = blocks.map((block) =>
    t('calculations.request.block', { block, power: speech.number(powersKw[block - 1]!) }),
  )
  const why =
    savingEur &&
    t('calculations.request.saving', {
      saving: speech.euro(savingEur),
      day: speech.day(fromDay),
      basis: t('calculations.held.all'),
    })
  return [
    t('calculations.request.subject'),
    point.join('\n'),
    t('calculations.request.ask', { day: speech.day(fromDay) }),
    powers.join('\n'),
    ...(why ? [why] : []),
    t('calculations.request.closing'),
  ].join('\n\n')
}
