import type { ReactNode } from 'react'
import styles from './door.module.css'
import { DoorPanel } from './door-panel.tsx'

export type MessageTone = 'good' | 'bad' | 'plain'

/** A page of the door that only tells how something ended, and what to do now. */
export function DoorMessage({
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
      <DoorPanel title={title} lead={text} below={children} />
    </>
  )
}
