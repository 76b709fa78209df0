import { findChangedDays } from '@ohmstead/pricing/time-plan/week-cells'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { LeaveModal } from '../../shared/forms/leave-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import type { TimePlanView } from '../../shared/pricing/time-plans-query.ts'
import { Button } from '../../ui/button.tsx'
import styles from './time-of-use.module.css'
import type { PlanDraftState } from './use-plan-draft.ts'
import { usePlanWrites } from './use-plan-writes.ts'

/** Says that painted hours are not saved yet; saves them all at once, or drops them. */
export function SaveBar({ plan, draft }: { plan: TimePlanView; draft: PlanDraftState }) {
  const t = useT()
  const { save } = usePlanWrites()
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const send = async () => {
    const { cells, baseCells, version } = draft
    setBusy(true)
    setError(null)
    try {
      await save(async () => {
        const answer = await call('PUT /timeplans/:timePlanId/slots', {
          params: { timePlanId: plan.id },
          body: { version, days: findChangedDays(baseCells, cells) },
        })
        draft.noteSaved(cells, answer.version)
      })
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  return (
    <div className={styles.bar}>
      <p role="status">{error === null ? t('time_of_use.save.unsaved') : failureText(error, t)}</p>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          {t('common.leave.drop')}
        </Button>
        <Button variant="primary" isBusy={isBusy} onClick={() => void send()}>
          {t('common.action.save')}
        </Button>
      </div>
      {isAsking && (
        <LeaveModal
          onStay={() => setAsking(false)}
          onDrop={() => {
            setAsking(false)
            draft.drop()
          }}
        />
      )}
    </div>
  )
}
