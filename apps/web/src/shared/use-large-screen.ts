import { createMediaHook } from './create-media-hook.ts'

/** Room for taller charts; style sheets name the same size. */
export const useLargeScreen = createMediaHook('(min-width: 1700px) and (min-height: 1000px)')
