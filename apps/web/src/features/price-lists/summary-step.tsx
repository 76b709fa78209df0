import type { ReactNode } from 'react'
import styles from './summary-step.module.css'
import { useListFacts } from './use-list-facts.ts'
import { useWizard } from './wizard-form.ts'

/** All that was entered, to be read once more. */
export function SummaryStep({ children }: { children?: ReactNode }) {
  const { draft } = useWizard()
  const factsOf = useListFacts([draft])
  return (
    <div className={styles.summary}>
      <dl>
        {factsOf(draft).map(({ key, name, lines }) => (
          <div key={key}>
            <dt>{name}</dt>
            {lines.map((line) => (
              <dd key={line}>{line}</dd>
            ))}
          </div>
        ))}
      </dl>
      {children}
    </div>
  )
}
