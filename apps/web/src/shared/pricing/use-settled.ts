import { useEffect, useState } from 'react'

/** Typing pauses for this long before the server is asked. */
const pauseMs = 350

/** A value once it has stayed the same for a moment; until then the one before. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
