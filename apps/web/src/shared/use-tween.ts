import { useEffect, useRef, useState } from 'react'

const durationMs = 450

/** Animates a number to its new value; at once if motion is not wanted or nothing was known before. */
export function useTween(target: number | null): number | null {
  const [shown, setShown] = useState(target)
  const current = useRef(target)
  useEffect(() => {
    const from = current.current
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (target === null || from === null || isStill || document.hidden) {
      current.current = target
      setShown(target)
      return
    }
    const start = performance.now()
    let frame = 0
    const step = (time: number) => {
      const part = Math.min(1, Math.max(0, (time - start) / durationMs))
      const eased = 1 - (1 - part) ** 3
      current.current = from + (target - from) * eased
      setShown(current.current)
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [target])
  return shown
}
