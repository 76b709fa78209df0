import type { ReactNode } from 'react'
import styles from './auth-panel.module.css'
import { AuthPanel } from './auth-panel.tsx'

export type MessageTone = 'good' | 'bad' | 'plain'

/** A sign-in page that only reports an outcome, and what to do now. */
export function AuthMessage({
  icon,
  tone = 'plain',
  title,
  text,
  children,
}: {
  icon: ReactNode
  tone?: MessageTone
  title: string
  text?: string
  children?: ReactNode
}) {
  return (
    <>
      <div className={`${styles.sign} ${styles[tone]}`} aria-hidden>
        {icon}
      </div>
      <AuthPanel title={title} lead={text} below={children} />
    </>
  )
}
