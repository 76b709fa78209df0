import { Fragment } from 'react'
import styles from './facts.module.css'

export interface Fact {
  key: string
  label: string
  value: string
  hint?: string
  tone?: 'good' | 'bad'
}

/** A few figures side by side, each with its explanation. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ key, label, value, hint, tone }) => (
        <div key={key} className={styles.fact}>
          <dt>{label}</dt>
          <dd data-tone={tone}>
            {/* A sign and its figure are never separated by a line break. */}
            {value.split(' ').map((word, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the words of a sentence
              <Fragment key={place}>
                {place > 0 && ' '}
                <span className={styles.word}>{word}</span>
              </Fragment>
            ))}
          </dd>
          {hint && <dd className={styles.factHint}>{hint}</dd>}
        </div>
      ))}
    </dl>
  )
}
