import type { SharingSimulationView, SimulationResultView } from '@ohmstead/contract/energy-sharing-results'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { setKey, writtenGroup } from './create-group.ts'
import styles from './energy-sharing.module.css'
import type { GroupDraft } from './group-draft.ts'
import type { GroupPartProps } from './group-part.ts'
import { findFirstDay } from './group-state.ts'
import { refreshSharing } from './sharing-query.ts'

interface AdvisedKeyProps extends GroupPartProps {
  simulation: SharingSimulationView
  advice: NonNullable<SimulationResultView['advice']>
  currency: CurrencyCode
}

const mostNamed = 10
/** A bound has rounding in its last digits. */
const leastGap = 0.0001

/** The key and price that serve all best, how sure that is, and who does not gain. */
export function AdvisedKey({ group, simulation, advice, currency }: AdvisedKeyProps) {
  const t = useT()
  const format = useFormat()
  const formatDay = useFormatDay()
  const { rate, money } = usePriceText()
  const validFrom = findFirstDay(group)
  const { arrangement, bound, notGaining } = advice
  const use = useMutation({
    mutationFn: async () => {
      if (!arrangement) return
      await call('PUT /sharing-groups/:sharingGroupId', {
        params: { sharingGroupId: group.id },
        body: {
          ...writtenGroup(group as GroupDraft),
          priceTerms: { kind: 'fixed', perKwh: arrangement.pricePerKwh },
          version: group.version,
        },
      })
      await setKey(group.id, validFrom, arrangement.key)
      await refreshSharing()
    },
    onSuccess: () =>
      showToast(t('energy_sharing.key.saved', { day: formatDay(validFrom) }), { tone: 'success' }),
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  const nameOf = (id: string) => simulation.memberNames[id] ?? id
  return (
    <Panel
      heading={t('energy_sharing.advice.heading')}
      tools={
        arrangement && (
          <Button variant="primary" isBusy={use.isPending} onClick={() => use.mutate()}>
            {t('energy_sharing.advice.use')}
          </Button>
        )
      }
    >
      <ul className={styles.plain}>
        {arrangement ? (
          <li>
            {t('energy_sharing.advice.key', {
              key: t(`energy_sharing.key.${arrangement.kind}`),
              price: rate(arrangement.pricePerKwh, currency),
            })}
          </li>
        ) : (
          advice.compared.length > 0 && <li>{t('energy_sharing.advice.none')}</li>
        )}
        {arrangement && <li>{t('energy_sharing.advice.nobody_loses')}</li>}
        {bound && (
          <li>
            {t('energy_sharing.advice.proof', { gap: format.percent(Math.max(bound.gapShare, leastGap), 2) })}
          </li>
        )}
        {notGaining.slice(0, mostNamed).map(({ memberId, reason, benefit }) => (
          <li key={memberId}>
            {reason === 'unknown'
              ? t('energy_sharing.advice.unknown', { name: nameOf(memberId) })
              : t('energy_sharing.advice.worse_off', {
                  name: nameOf(memberId),
                  amount: money(benefit, currency),
                })}
          </li>
        ))}
        {notGaining.length > mostNamed && (
          <li>{t('energy_sharing.advice.more', { count: format.number(notGaining.length - mostNamed) })}</li>
        )}
      </ul>
    </Panel>
  )
}
