import type { OperationView } from '@ohmstead/contract/operation'
import { type ControllerProblem, controllerProblems } from '@ohmstead/domain/fleet/controller-problem'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'
import { Facts } from '../../shared/what-if/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './operation.module.css'
import { TroubledControllers } from './troubled-controllers.tsx'

/** How many controllers are in which state, and a list of those with the chosen problem. */
export function ControllersPanel({
  controllers,
  problem,
  onProblem,
}: {
  controllers: OperationView['controllers']
  problem: ControllerProblem
  onProblem: (problem: ControllerProblem) => void
}) {
  const t = useT()
  const format = useFormat()
  const { versions, refusals } = controllers
  return (
    <Panel id="controllers" heading={t('titles.controllers')}>
      <Facts
        facts={[
          ...(['connected', 'late', 'lost', 'new'] as const).map((state) => ({
            key: state,
            label: t(`operation.controllers.${state}`),
            value: format.number(controllers[state]),
            tone: state === 'late' && controllers.late > 0 ? ('bad' as const) : undefined,
            hint: state === 'connected' ? undefined : t(`operation.controllers.${state}_note`),
          })),
        ]}
      />
      <SegmentedChoice
        label={t('operation.controllers.problem')}
        value={problem}
        options={controllerProblems.map((value) => ({
          value,
          label: `${t(`operation.controllers.${value}`)} (${format.number(controllers[value])})`,
        }))}
        onChange={onProblem}
      />
      <TroubledControllers key={problem} problem={problem} />
      <div className={styles.columns}>
        <div>
          <h3 className={styles.part}>{t('operation.controllers.versions')}</h3>
          {versions.length === 0 && <p className={styles.lead}>{t('operation.none')}</p>}
          <ul className={styles.failures}>
            {versions.map(({ kind, version, count, is_newest: isNewest }) => (
              <li key={`${kind} ${version}`}>
                {t(`controllers.kind.${kind}`)} {version}: <strong>{format.number(count)}</strong>
                {isNewest && ` · ${t('operation.controllers.newest')}`}
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3 className={styles.part}>{t('operation.controllers.refusals')}</h3>
          {refusals.length === 0 && <p className={styles.lead}>{t('operation.none')}</p>}
          <ul className={styles.failures}>
            {refusals.map(({ reason, controllers: count }) => (
              <li key={reason}>
                {t(`controllers.refusal.${reason}`)}: <strong>{format.number(count)}</strong>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Panel>
  )
}
