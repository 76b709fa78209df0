import { isReceiving, type SharingKey } from '@ohmstead/domain/sharing/sharing-terms'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { failureText } from '../../shared/forms/failure-text.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { Panel } from '../../ui/panel.tsx'
import { TextTable } from '../../ui/text-table.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { setKey } from './create-group.ts'
import styles from './energy-sharing.module.css'
import type { GroupPartProps } from './group-part.ts'
import { findFirstDay } from './group-state.ts'
import { KeyKindField } from './key-kind-field.tsx'
import { findRest, isShare, shareEqually } from './key-shares.ts'
import { ShareTable } from './share-table.tsx'
import { refreshSharing } from './sharing-query.ts'

/** How what is shared is allotted from a day on; earlier keys stay. */
export function KeyPart({ group }: GroupPartProps) {
  const t = useT()
  const today = useToday()
  const formatDay = useFormatDay()
  const receivers = group.members.filter((member) => isReceiving(member) && member.state === 'active')
  const ids = receivers.map(({ id }) => String(id))
  const newest = group.keys.find(({ isCurrent }) => isCurrent)?.key
  const [kind, setKind] = useState(newest?.kind ?? 'byUse')
  const [shares, setShares] = useState<Readonly<Record<string, string>>>(() =>
    newest?.kind === 'static' ? newest.shares : shareEqually(ids),
  )
  const [validFrom, setValidFrom] = useState(() => findFirstDay(group))
  const given = Object.fromEntries(ids.map((id) => [id, shares[id] ?? '0']))
  const rest = findRest(Object.values(given))
  const isWhole = Object.values(given).every(isShare) && Number(rest) === 0 && rest !== null
  const key: SharingKey = kind === 'static' ? { kind, shares: given } : { kind }
  const save = useMutation({
    mutationFn: async () => {
      await setKey(group.id, validFrom, key)
      await refreshSharing()
    },
    onSuccess: () =>
      showToast(t('energy_sharing.key.saved', { day: formatDay(validFrom) }), { tone: 'success' }),
  })
  return (
    <div className={styles.part}>
      <KeyKindField value={kind} onChange={setKind} />
      {kind === 'static' && (
        <ShareTable
          receivers={receivers}
          shares={given}
          rest={rest}
          onChange={setShares}
          onEqual={() => setShares(shareEqually(ids))}
        />
      )}
      <div className={styles.bar}>
        <DayField
          name="validFrom"
          label={t('energy_sharing.key.from')}
          pickLabel={t('price_lists.field.pick_day')}
          day={validFrom}
          today={today}
          mayBeLater
          required
          onChange={setValidFrom}
        />
        <Button
          variant="primary"
          disabled={validFrom === '' || (kind === 'static' && !isWhole)}
          isBusy={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('energy_sharing.key.use')}
        </Button>
      </div>
      {save.error && (
        <p className={formStyles.error} role="alert">
          {failureText(save.error, t)}
        </p>
      )}
      {group.keys.length > 0 && (
        <Panel heading={t('energy_sharing.key.history')}>
          <TextTable>
            <tbody>
              {group.keys.map((dated) => (
                <tr key={dated.id}>
                  <th scope="row">{t('rate_plans.days.open', { from: formatDay(dated.validFrom) })}</th>
                  <td>
                    {t(`energy_sharing.key.${dated.key.kind}`)}
                    {!dated.isCurrent && (
                      <span className={styles.soft}> · {t('energy_sharing.key.replaced')}</span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </TextTable>
        </Panel>
      )}
    </div>
  )
}
