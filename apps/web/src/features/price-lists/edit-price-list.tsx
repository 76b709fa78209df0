import type { PriceListView } from '@ohmstead/contract/price-lists'
import type { FormMessage } from '@ohmstead/domain/forms/form-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { usePageLeave } from '../../shared/forms/use-page-leave.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { refusedFields } from '../../shared/pricing/fields/refused-fields.ts'
import { priceListQuery, pricesKey } from '../../shared/pricing/price-lists-query.ts'
import type { PricesScope } from '../../shared/pricing/prices-scope.ts'
import { useDaysText } from '../../shared/pricing/use-days-text.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { BillChange } from './bill-change.tsx'
import { DifferenceTable } from './difference-table.tsx'
import { EditedMeanwhile } from './edited-meanwhile.tsx'
import { NewerOffer } from './newer-offer.tsx'
import { draftOf, type PriceListDraft, withoutHidden } from './price-list-draft.ts'
import { PriceListHead } from './price-list-head.tsx'
import { PriceListWizard } from './price-list-wizard.tsx'
import styles from './price-lists-page.module.css'
import { PricePreview } from './price-preview.tsx'
import { UsageStep } from './usage-step.tsx'

/** Changes a list from the version it was opened with; a newer one is never overwritten unseen. */
export function EditPriceList({ scope, priceList }: { scope: PricesScope; priceList: PriceListView }) {
  const t = useT()
  const today = useToday()
  const queryClient = useQueryClient()
  const [base, setBase] = useState(priceList)
  const [draft, setDraft] = useState<PriceListDraft>(() => draftOf(priceList))
  const [newer, setNewer] = useState<PriceListView | null>(null)
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [refused, setRefused] = useState<Record<string, FormMessage>>({})
  const isReadOnly = !base.canEdit
  const mayPreview = hasRole(useUser(), 'ROLE_USER_BASIC')
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(base))

  const daysInTheWay = useDaysInTheWay()
  const leaving = usePageLeave(() => isChanged, 'form')

  const save = async (version = base.version) => {
    setBusy(true)
    setFailure(null)
    try {
      const body = { ...withoutHidden(draft), reason: reason.trim() || null, version }
      const params = { priceListId: base.id }
      const saved = (await call('PUT /pricing/price-lists/:priceListId', { params, body })).priceList
      adopt(saved)
      await queryClient.invalidateQueries({ queryKey: pricesKey })
      showToast(t('price_lists.done.saved', { name: saved.name }), { tone: 'success' })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'edited_meanwhile')
        setNewer(await queryClient.fetchQuery({ ...priceListQuery(base.id), staleTime: 0 }).catch(() => null))
      setFailure(failureText(error, t) + daysInTheWay(error))
      if (error instanceof ApiError) setRefused(refusedFields(error))
    } finally {
      setBusy(false)
    }
  }
  const adopt = (list: PriceListView) => {
    setBase(list)
    setDraft(draftOf(list))
    setNewer(null)
    setFailure(null)
    setRefused({})
    setReason('')
  }

  return (
    <div className={styles.wide}>
      {leaving}
      <PriceListHead scope={scope} priceList={base} />
      {base.supplyOffer?.hasNewer && <NewerOffer scope={scope} offerId={base.supplyOffer.id} />}
      {newer && (
        <EditedMeanwhile
          newer={newer}
          draft={draft}
          isBusy={isBusy}
          onTakeTheirs={() => adopt(newer)}
          onKeepMine={() => {
            setBase(newer)
            setNewer(null)
            void save(newer.version)
          }}
        />
      )}
      <PriceListWizard
        draft={draft}
        today={today}
        isReadOnly={isReadOnly}
        isStored
        isBusy={isBusy}
        failure={newer ? null : failure}
        refused={refused}
        saveLabel={t('common.action.save')}
        plan={() => <UsageStep scope={scope} priceListId={base.id} />}
        summary={
          isChanged && (
            <>
              <section>
                <h3>{t('price_lists.summary.changes')}</h3>
                <DifferenceTable
                  before={draftOf(base)}
                  after={draft}
                  heads={[t('price_lists.versions.before'), t('price_lists.versions.after')]}
                />
              </section>
              {base.locationCount > 0 && <BillChange priceListId={base.id} draft={withoutHidden(draft)} />}
              <TextField
                name="reason"
                label={t('price_lists.field.reason')}
                value={reason}
                maxLength={500}
                onChange={setReason}
              />
            </>
          )
        }
        preview={(problems) =>
          mayPreview && <PricePreview scope={scope} draft={draft} problems={problems} today={today} />
        }
        onChange={(changed) => {
          setDraft(changed)
          setRefused({})
        }}
        onSave={() => void save()}
      />
    </div>
  )
}

/** The days for which plans need the list, in brackets. */
function useDaysInTheWay(): (error: unknown) => string {
  const daysText = useDaysText()
  return (error) => {
    const days = error instanceof ApiError ? error.days : []
    const texts = days.map(({ from, to }) => daysText(from, to))
    return texts.length > 0 ? ` (${texts.join('; ')})` : ''
  }
}
