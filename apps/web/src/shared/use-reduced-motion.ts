import { createMediaHook } from './create-media-hook.ts'

/** Whether the person asked the system for less motion. */
export const useReducedMotion = createMediaHook('(prefers-reduced-motion: reduce)')
