import type { StockCsvProblem } from '@ohmstead/contract/controllers-stock'
import {
  type ControllerKind,
  controllerKinds,
  isControllerKind,
} from '@ohmstead/domain/fleet/controller-kind'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, upload } from '../../../lib/call.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { jobsQuery } from '../../../shared/jobs-query.ts'
import { errorText } from '../../../shared/states/page-states.tsx'
import { Button } from '../../../ui/button.tsx'
import formStyles from '../../../ui/form.module.css'
import { Modal } from '../../../ui/modal.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast-store.ts'

/** Makes controllers by number or from a file, in the background. */
export function MakeControllersModal({ companyId, onClose }: { companyId: number; onClose: () => void }) {
  const t = useT()
  const queryClient = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [kind, setKind] = useState<ControllerKind>('CONTROLLER')
  const [count, setCount] = useState('1')
  const [alias, setAlias] = useState('')
  const [problems, setProblems] = useState<readonly StockCsvProblem[]>([])
  const params = { companyId }
  const finish = () => {
    void queryClient.invalidateQueries(jobsQuery)
    showToast(t('controllers.stock.started'), { tone: 'success' })
    onClose()
  }
  const make = useMutation({
    mutationFn: () =>
      call('POST /companies/:companyId/controller-stock', {
        params,
        body: { kind, count: Number(count), alias: alias || null },
      }),
    onMutate: () => setProblems([]),
    onSuccess: finish,
  })
  const send = useMutation({
    mutationFn: (file: File) =>
      upload('POST /companies/:companyId/controller-stock/csv', file, 'text/csv', params),
    onMutate: () => make.reset(),
    onSuccess: (answer) => (answer.job_id === null ? setProblems(answer.problems) : finish()),
  })
  const error = make.error ?? send.error
  return (
    <Modal
      title={t('controllers.stock.make')}
      closeLabel={t('common.action.close')}
      closesOnMask={false}
      onClose={onClose}
    >
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault()
          make.mutate()
        }}
      >
        <div className={formStyles.pair}>
          <TextField
            label={t('controllers.stock.count')}
            type="number"
            inputMode="numeric"
            min={1}
            max={10_000}
            required
            value={count}
            onChange={setCount}
          />
          <SelectField
            label={t('controllers.stock.kind')}
            value={kind}
            options={controllerKinds.map((value) => ({ value, label: t(`controllers.kind.${value}`) }))}
            onChange={(value) => isControllerKind(value) && setKind(value)}
          />
        </div>
        <TextField
          label={t('controllers.stock.name')}
          value={alias}
          maxLength={100}
          autoComplete="off"
          onChange={setAlias}
        />
        <div aria-live="polite">
          {error && <p className={formStyles.error}>{errorText(error, t)}</p>}
          {problems.length > 0 && <Problems problems={problems} />}
        </div>
        <div className={formStyles.actions}>
          <input
            ref={input}
            type="file"
            hidden
            accept=".csv,text/csv"
            aria-label={t('controllers.stock.from_csv')}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              event.target.value = ''
              if (file) send.mutate(file)
            }}
          />
          <Button isBusy={send.isPending} onClick={() => input.current?.click()}>
            {t('controllers.stock.from_csv')}
          </Button>
          <Button type="submit" variant="primary" isBusy={make.isPending}>
            {t('controllers.stock.make')}
          </Button>
        </div>
        <p>{t('controllers.stock.csv_help')}</p>
      </form>
    </Modal>
  )
}

function Problems({ problems }: { problems: readonly StockCsvProblem[] }) {
  const t = useT()
  return (
    <div className={formStyles.error}>
      <p>{t('controllers.stock.problems')}</p>
      <ul>
        {problems.map(({ line, reason, value }) => (
          <li key={`${line} ${reason}`}>
            {t('controllers.stock.problem_line', {
              line,
              reason: t(`controllers.stock.problem.${reason}`, { value }),
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}
