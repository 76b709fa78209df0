import type { OperationView } from '@ohmstead/contract/operation'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { jobKindKey } from '../../shared/job-kind.ts'
import { locationPaths, paths } from '../../shared/paths.ts'
import { codeText } from '../../shared/states/page-states.tsx'
import { Facts } from '../../shared/what-if/facts.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './operation.module.css'

/** Tasks by kind, the last that failed, mails and imports. */
export function WorkPanel({ view: { jobs, mail, imports, checked_at: now } }: { view: OperationView }) {
  const t = useT()
  const format = useFormat()
  // The code of a newer server's, or of an outside service, says more than nothing.
  const failureOf = (code: string) =>
    code === 'process_died' ? t('operation.work.process_died') : (codeText(code, t) ?? code)
  const oldest = mail.oldest_at === null ? null : format.ago(Math.max(0, now - mail.oldest_at))
  return (
    <Panel
      id="work"
      heading={t('operation.work.heading')}
      tools={<Link to={paths.outbox}>{t('titles.outbox')}</Link>}
    >
      <Facts
        facts={[
          {
            key: 'mails',
            label: t('operation.work.mails'),
            value: format.number(mail.waiting),
            hint: oldest === null ? undefined : t('operation.work.oldest', { age: oldest }),
          },
          {
            key: 'mails_failed',
            label: t('operation.work.mails_failed'),
            value: format.number(mail.failed),
            tone: mail.failed > 0 ? 'bad' : undefined,
          },
          {
            key: 'imports',
            label: t('operation.work.imports'),
            value: format.number(imports.waiting),
            hint:
              imports.failing > 0
                ? `${t('operation.attention.imports')}: ${format.number(imports.failing)}`
                : undefined,
          },
        ]}
      />
      {jobs.kinds.length === 0 && <p className={styles.lead}>{t('operation.work.none')}</p>}
      {jobs.kinds.length > 0 && (
        <FigureTable label={t('jobs.panel.heading')} isFlush>
          <thead>
            <tr>
              <th scope="col">{t('jobs.panel.heading')}</th>
              <th scope="col">{t('jobs.state.queued')}</th>
              <th scope="col">{t('jobs.state.running')}</th>
              <th scope="col">{t('operation.work.failed')}</th>
            </tr>
          </thead>
          <tbody>
            {jobs.kinds.map(({ kind, waiting, running, failed }) => (
              <tr key={kind}>
                <th scope="row">{t(jobKindKey(kind))}</th>
                <td>{format.number(waiting)}</td>
                <td>{format.number(running)}</td>
                <td className={failed > 0 ? styles.bad : undefined}>{format.number(failed)}</td>
              </tr>
            ))}
          </tbody>
        </FigureTable>
      )}
      {jobs.last_failed.length > 0 && (
        <div>
          <h3 className={styles.part}>{t('operation.work.last_failed')}</h3>
          <ul className={styles.failures}>
            {jobs.last_failed.map(({ id, kind, error, finished_at: finishedAt, location }) => (
              <li key={id}>
                {/* By its number, as in the log ("job":12). */}
                {format.dateTime(finishedAt)} · {t(jobKindKey(kind))} #{id}
                {location && (
                  <>
                    {' · '}
                    <Link to={locationPaths.overview({ locationId: location.id })}>{location.name}</Link>
                  </>
                )}
                {error && ` · ${failureOf(error)}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  )
}
