import { type ReactNode, useState } from 'react'
import { LeaveModal } from './leave-modal.tsx'

/** Closes a form at once, or asks first if something was entered: back to edit, or drop changes. */
export function useLeaveQuestion(
  isChanged: boolean,
  onClose: () => void,
): { close: () => void; question: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  return {
    close: () => (isChanged ? setAsking(true) : onClose()),
    question: isAsking && <LeaveModal what="form" onStay={() => setAsking(false)} onDrop={onClose} />,
  }
}
