import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { isOpen, progressOf, useJobs } from '../../shared/jobs-query.ts'
import { PartBoundary } from '../../shared/states/part-boundary.tsx'
import styles from './jobs-indicator.module.css'

const JobsPanel = lazyPart(async () => (await import('./jobs-panel.tsx')).JobsPanel)

/** Shown only while slow work runs: its progress, and a way to stop it. */
export function JobsIndicator() {
  const t = useT()
  const format = useFormat()
  const { data: jobs = [] } = useJobs()
  const [isPanelOpen, setPanelOpen] = useState(false)
  const open = jobs.filter(isOpen)
  if (open.length === 0 && !isPanelOpen) return null
  const known = open.map(progressOf).filter((progress) => progress !== null)
  const progress = known.length > 0 ? known.reduce((sum, one) => sum + one, 0) / known.length : null
  const percent = progress === null ? null : format.percent(progress, 0)
  // The visible text is part of the accessible name, so that voice control finds the button.
  const label = [t('jobs.indicator.label', { count: open.length }), percent].filter(Boolean).join(', ')
  return (
    <>
      {open.length > 0 && (
        <button
          type="button"
          className={styles.indicator}
          aria-haspopup="dialog"
          aria-label={label}
          data-tooltip={label}
          onClick={() => setPanelOpen(true)}
        >
          <Ring progress={progress ?? 0.25} />
          {percent !== null && <span>{percent}</span>}
        </button>
      )}
      {isPanelOpen && (
        <PartBoundary>
          <Suspense>
            <JobsPanel jobs={jobs} onClose={() => setPanelOpen(false)} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  )
}

const circumference = 2 * Math.PI * 7

function Ring({ progress }: { progress: number }) {
  return (
    <svg className={styles.ring} width={18} height={18} viewBox="0 0 18 18" aria-hidden="true">
      <circle cx={9} cy={9} r={7} />
      <circle
        cx={9}
        cy={9}
        r={7}
        strokeDasharray={circumference}
        strokeDashoffset={circumference * (1 - progress)}
      />
    </svg>
  )
}
