import { startTransition, useEffect, useState } from 'react'

/** A value once it has been stable for a moment: for what need not follow the pointer. */
export function useSettled<T>(value: T, delayMs = 150): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSettled(value)), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
