import type { MemberRole, SharingScheme } from '@ohmstead/domain/sharing/sharing-terms'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { DecimalField } from '../../shared/pricing/decimal-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { isShare, toPercent, toShare } from './key-shares.ts'
import { rolesOf } from './own-places.ts'

/** A member while it is written. */
export interface MemberDraft {
  name: string
  role: MemberRole
  sharedShare: string
  validFrom: string
}

export function isMemberComplete({ name, sharedShare, validFrom }: MemberDraft): boolean {
  return name.trim() !== '' && isShare(sharedShare) && validFrom !== ''
}

/** Only who shares a surplus of its own decides how much of it. */
const hasShare = (role: MemberRole) => role === 'sender' || role === 'both'

interface MemberFieldsProps {
  scheme: SharingScheme
  draft: MemberDraft
  today: string
  onChange: (draft: MemberDraft) => void
}

/** Name, role, share and first day of a member. */
export function MemberFields({ scheme, draft, today, onChange }: MemberFieldsProps) {
  const t = useT()
  const isWrong = hasShare(draft.role) && draft.sharedShare !== '' && !isShare(draft.sharedShare)
  return (
    <>
      <TextField
        name="name"
        label={t('locations.settings.name')}
        value={draft.name}
        autoComplete="off"
        onChange={(name) => onChange({ ...draft, name })}
      />
      <SelectField
        name="role"
        label={t('energy_sharing.field.role')}
        help={scheme === 'sharing' ? t('energy_sharing.role.help') : undefined}
        value={draft.role}
        options={rolesOf(scheme).map((role) => ({ value: role, label: t(`energy_sharing.role.${role}`) }))}
        onChange={(value) => {
          const role = value as MemberRole
          onChange({ ...draft, role, sharedShare: role === 'receiver' ? '0' : '1' })
        }}
      />
      {hasShare(draft.role) && (
        <DecimalField
          name="sharedShare"
          label={t('energy_sharing.field.shared_share')}
          unit="%"
          value={toPercent(draft.sharedShare)}
          help={t('energy_sharing.field.shared_share_help')}
          error={isWrong ? t('energy_sharing.key.wrong_share') : undefined}
          onChange={(percent) => onChange({ ...draft, sharedShare: toShare(percent) })}
        />
      )}
      <DayField
        name="validFrom"
        label={t('energy_sharing.field.first_day')}
        pickLabel={t('price_lists.field.pick_day')}
        day={draft.validFrom}
        today={today}
        mayBeLater
        required
        onChange={(validFrom) => onChange({ ...draft, validFrom })}
      />
    </>
  )
}
