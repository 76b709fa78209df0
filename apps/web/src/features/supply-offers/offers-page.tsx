import { IconFileInvoice, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { listMenuLocations } from '../../shared/navigation/list-menu-locations.ts'
import { menuQuery } from '../../shared/navigation/menu-query.ts'
import { offersKey, offersQuery, type SupplyOffer } from '../../shared/pricing/offers-query.ts'
import { timePlansQuery } from '../../shared/pricing/time-plans-query.ts'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'
import { useSelectedCompany } from '../../shared/selected-company.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import {
  EmptyState,
  errorText,
  FailedState,
  FailedStrip,
  Skeleton,
} from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { OfferCard } from './offer-card.tsx'
import { OfferHistoryModal } from './offer-history-modal.tsx'
import { OfferModal } from './offer-modal.tsx'
import styles from './offers.module.css'
import { OpenQuestions } from './open-questions.tsx'

const kinds = ['all', 'fixed', 'time_of_use', 'spot_market'] as const
type Kind = (typeof kinds)[number]

type Dialog = { kind: 'edit'; offer: SupplyOffer | null } | { kind: 'history' | 'remove'; offer: SupplyOffer }

/** The library of offers: what suppliers publish, and which of it suits one's own location. */
export function OffersPage() {
  const t = useT()
  const user = useUser()
  const queryClient = useQueryClient()
  const asked = useSearch({ strict: false }) as { location?: unknown }
  // Who runs companies has no locations of their own: theirs are in the tree, and none is meant unless they come from it.
  const selected = useSelectedCompany()
  const runs = hasRole(user, 'ROLE_AGGREGATOR')
  const { data: menu } = useQuery({
    ...menuQuery(user.role === 'ROLE_SUPER_ADMIN' ? selected : null),
    enabled: runs,
  })
  const locations = runs ? listMenuLocations(menu ?? []) : user.locations
  const [chosenId, setLocationId] = useState<number | null>(() => {
    if (runs) return typeof asked.location === 'number' ? asked.location : null
    return (user.locations.find(({ id }) => id === asked.location) ?? user.locations[0])?.id ?? null
  })
  const locationId = locations.some(({ id }) => id === chosenId) ? chosenId : null
  const [kind, setKind] = useState<Kind>('all')
  const [showsAll, setShowsAll] = useState(false)
  const { data: offers, error, refetch } = useQuery(offersQuery(locationId))
  const mayUse = hasRole(user, 'ROLE_USER_BASIC')
  const mayKeep = hasRole(user, 'ROLE_SUPER_ADMIN')
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const remove = useMutation({
    mutationFn: ({ id }: SupplyOffer) => call('DELETE /pricing/offers/:offerId', { params: { offerId: id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: offersKey }),
    onError: (failure) => showToast(errorText(failure, t), { tone: 'danger' }),
    onSettled: close,
  })
  const { data: plans } = useQuery({ ...timePlansQuery, enabled: mayUse })
  const blocks = new Map(plans?.flatMap((plan) => plan.blocks.map((block) => [block.id, block] as const)))
  const ofKind = offers?.filter(({ terms }) => kind === 'all' || terms.buy.kind === kind) ?? []
  const shown = (showsAll ? ofKind : ofKind.filter(suits)).toSorted((a, b) => doubtOf(a) - doubtOf(b))
  const hidden = ofKind.length - shown.length
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{t('titles.supply_offers')}</h1>
          <p>{t('supply_offers.page.lead')}</p>
        </div>
        {mayKeep && (
          <Button variant="primary" onClick={() => setDialog({ kind: 'edit', offer: null })}>
            <IconPlus size={16} aria-hidden />
            {t('supply_offers.action.add')}
          </Button>
        )}
      </header>
      <div className={styles.filters}>
        {locations.length > 0 && (
          <div className={styles.location}>
            <SelectField
              label={t('supply_offers.page.location')}
              value={locationId === null ? '' : String(locationId)}
              placeholder={t('supply_offers.page.any_location')}
              options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(value) => setLocationId(value === '' ? null : Number(value))}
            />
          </div>
        )}
        <SegmentedChoice
          label={t('supply_offers.page.kind')}
          value={kind}
          options={kinds.map((value) => ({
            value,
            label: value === 'all' ? t('supply_offers.page.all_kinds') : t(`supply_offers.kind.${value}`),
          }))}
          onChange={setKind}
        />
        {locationId !== null && (
          <Checkbox
            checked={showsAll}
            onChange={setShowsAll}
            label={t('supply_offers.page.show_unsuitable')}
          />
        )}
      </div>
      {error && !offers && <FailedState error={error} onRetry={() => void refetch()} />}
      {error && offers && <FailedStrip error={error} onRetry={() => void refetch()} />}
      {!offers && !error && <Skeleton height={320} radius={16} />}
      {offers && shown.length === 0 && (
        <EmptyState
          icon={<IconFileInvoice size={22} />}
          title={t('supply_offers.page.empty')}
          text={
            hidden > 0
              ? t('supply_offers.page.empty_hidden', { count: hidden })
              : t('supply_offers.page.empty_text')
          }
        />
      )}
      {locationId !== null && mayUse && shown.some((offer) => doubtOf(offer) === 1) && (
        <OpenQuestions locationId={locationId} />
      )}
      {shown.length > 0 && (
        <ul className={styles.grid} aria-label={t('titles.supply_offers')}>
          {shown.map((offer) => (
            <OfferCard
              key={offer.id}
              offer={offer}
              findBlock={(id) => blocks.get(id)}
              locationId={locationId}
              mayUse={mayUse}
              actions={
                <>
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={t('supply_offers.action.history_of', { name: nameOf(offer) })}
                    onClick={() => setDialog({ kind: 'history', offer })}
                  >
                    {t('supply_offers.action.history')}
                  </Button>
                  {mayKeep && (
                    <>
                      <Button
                        size="small"
                        aria-label={t('supply_offers.action.edit_of', { name: nameOf(offer) })}
                        onClick={() => setDialog({ kind: 'edit', offer })}
                      >
                        {t('supply_offers.action.edit')}
                      </Button>
                      <Button
                        size="small"
                        variant="quiet"
                        aria-label={t('supply_offers.action.remove_of', { name: nameOf(offer) })}
                        onClick={() => setDialog({ kind: 'remove', offer })}
                      >
                        {t('supply_offers.action.remove')}
                      </Button>
                    </>
                  )}
                </>
              }
            />
          ))}
        </ul>
      )}
      {dialog?.kind === 'edit' && <OfferModal offer={dialog.offer} onClose={close} />}
      {dialog?.kind === 'history' && (
        <OfferHistoryModal offer={dialog.offer} findBlock={(id) => blocks.get(id)} onClose={close} />
      )}
      {dialog?.kind === 'remove' && (
        <ConfirmModal
          title={t('supply_offers.remove.heading', { name: nameOf(dialog.offer) })}
          text={t('supply_offers.remove.text')}
          action={t('supply_offers.action.remove')}
          isDangerous
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(dialog.offer)}
          onClose={close}
        />
      )}
    </div>
  )
}

const nameOf = ({ supplier, name }: SupplyOffer) => `${supplier} ${name}`
const suits = ({ suitability }: SupplyOffer) => suitability === null || suitability.unsuitable.length === 0

/** What surely suits comes first, what does not last. */
function doubtOf({ suitability }: SupplyOffer): number {
  if (!suitability) return 0
  return suitability.unsuitable.length > 0 ? 2 : suitability.open.length > 0 ? 1 : 0
}
