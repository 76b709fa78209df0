import { startTransition, useEffect, useState } from 'react'

/** A value once it has stood still for a moment: what need not follow a finger, and gives way when it moves on. */
export function useSettled<T>(value: T, delayMs = 150): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSettled(value)), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
