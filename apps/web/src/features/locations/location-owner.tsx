import type { LocationView } from '@ohmstead/contract/locations'
import { decideHandOver } from '@ohmstead/domain/access/hand-over'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { actorOf, useUser } from '../../shared/session/current-user.ts'
import { Button } from '../../ui/button.tsx'
import { SettingsRow } from '../../ui/settings-card.tsx'
import { HandOverModal } from './hand-over-modal.tsx'
import styles from './location-settings-page.module.css'

/** The owner of the location; people with the right hand it over. */
export function LocationOwner({ location }: { location: LocationView }) {
  const t = useT()
  const user = useUser()
  const [isChanging, setChanging] = useState(false)
  const { owner, owner_id: ownerId, company } = location
  const reach = decideHandOver(actorOf(user), { companyId: company.id, ownerId })
  const name = owner && (`${owner.firstName} ${owner.lastName}`.trim() || owner.email)
  return (
    <SettingsRow title={t('locations.settings.owner')}>
      <div className={styles.owner}>
        <span>{name ?? t('locations.settings.no_owner')}</span>
        {reach && (
          <Button size="small" onClick={() => setChanging(true)}>
            {t('locations.owner.change')}
          </Button>
        )}
      </div>
      {isChanging && reach && (
        <HandOverModal
          location={location}
          reach={reach}
          ownerName={name}
          onClose={() => setChanging(false)}
        />
      )}
    </SettingsRow>
  )
}
