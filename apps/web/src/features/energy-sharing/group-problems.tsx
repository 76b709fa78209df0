import { useT } from '../../shared/i18n/use-t.ts'
import styles from './energy-sharing.module.css'
import type { GroupPartProps } from './group-part.ts'
import { problemsOf, useProblemText } from './use-group-problem-text.ts'

/** What is missing before the group can be settled. */
export function GroupProblems({ group }: GroupPartProps) {
  const t = useT()
  const textOf = useProblemText()
  const problems = problemsOf(group, null)
  if (problems.length === 0) return null
  return (
    <div className={styles.problems} role="status">
      <p>{t('energy_sharing.problem.heading')}</p>
      <ul>
        {problems.map((problem) => (
          <li key={problem.kind}>{textOf(problem)}</li>
        ))}
      </ul>
    </div>
  )
}
