import type { SharingInvitationView } from '@ohmstead/contract/energy-sharing-groups'
import { isSending } from '@ohmstead/domain/sharing/sharing-terms'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { TextTable } from '../../ui/text-table.tsx'

/** What one would agree to. */
export function InvitationTerms({ invitation }: { invitation: SharingInvitationView }) {
  const t = useT()
  const format = useFormat()
  const formatDay = useFormatDay()
  const { money, price } = usePriceText()
  const { organiser, priceTerms, keyKind, role, sharedShare } = invitation
  const rows: [string, string][] = [
    [t('energy_sharing.field.scheme'), t(`energy_sharing.scheme.${invitation.scheme}`)],
    [t('energy_sharing.field.role'), t(`energy_sharing.role.${role}`)],
    ...(isSending({ role })
      ? [[t('energy_sharing.field.shared_share'), format.percent(Number(sharedShare), 4)] as [string, string]]
      : []),
    [
      t('energy_sharing.field.price'),
      [
        t(`energy_sharing.price.${priceTerms.kind}`),
        'perKwh' in priceTerms && price(priceTerms.perKwh, 'EUR'),
      ]
        .filter(Boolean)
        .join(', '),
    ],
    [
      t('energy_sharing.field.organiser'),
      `${organiser.name}. ${t('energy_sharing.organiser.fees', {
        sender: money(organiser.senderFeePerMonth, 'EUR'),
        receiver: money(organiser.receiverFeePerMonth, 'EUR'),
      })}`,
    ],
    ...(keyKind
      ? [[t('energy_sharing.part.key'), t(`energy_sharing.key.${keyKind}`)] as [string, string]]
      : []),
    [t('energy_sharing.field.first_day'), formatDay(invitation.validFrom)],
  ]
  return (
    <TextTable>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </TextTable>
  )
}
