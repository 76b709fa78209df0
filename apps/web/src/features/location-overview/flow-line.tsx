import { useEffect, useRef } from 'react'
import styles from './energy-flow.module.css'
import type { FlowEdge } from './flow-geometry.ts'

/** Distance between two dots. */
const stepPx = 20

/** A line with dots running along it; a static picture has an arrow instead. */
export function FlowLine({ edge, colour, isMoving }: { edge: FlowEdge; colour: string; isMoving: boolean }) {
  const dotsRef = useRef<SVGPathElement>(null)
  const animationRef = useRef<Animation | null>(null)
  const isActive = edge.direction !== 0

  useEffect(() => {
    const dots = dotsRef.current
    if (!dots || !isMoving) return
    // One animation for the line's whole life: only its rate changes, so the dots never jump.
    const animation = dots.animate([{ strokeDashoffset: `${stepPx}px` }, { strokeDashoffset: '0px' }], {
      duration: 1000,
      iterations: Number.POSITIVE_INFINITY,
    })
    animationRef.current = animation
    // Far into its endless duration, so that it can run backwards too.
    animation.currentTime = 1e9
    return () => {
      animation.cancel()
      animationRef.current = null
    }
  }, [isMoving])

  useEffect(() => {
    animationRef.current?.updatePlaybackRate((edge.direction * edge.speed) / stepPx)
  }, [edge.direction, edge.speed])

  return (
    <g style={{ color: colour }} className={isActive ? styles.active : undefined} aria-hidden>
      <path d={edge.path} className={styles.track} />
      <path d={edge.path} className={styles.glow} />
      {isMoving && (
        <path ref={dotsRef} d={edge.path} className={styles.dots} strokeDasharray={`0.01 ${stepPx}`} />
      )}
      {!isMoving && isActive && (
        <path
          d="M-7 -6 L7 0 L-7 6 Z"
          fill="currentColor"
          transform={`translate(${edge.arrow.x} ${edge.arrow.y}) rotate(${edge.arrow.angle + (edge.direction < 0 ? 180 : 0)})`}
        />
      )}
    </g>
  )
}
