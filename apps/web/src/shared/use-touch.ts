import { createMediaHook } from './create-media-hook.ts'

/** Whether the person uses touch rather than a pointer. */
export const useTouch = createMediaHook('(hover: none) and (pointer: coarse)')
