import { createMediaHook } from './create-media-hook.ts'

const useNarrow = createMediaHook('(max-width: 768px)')
const isMobileAgent = /android.+mobile|iphone|ipod|iemobile|opera mini/i.test(navigator.userAgent)

/** A width of at most 768 px or a mobile browser. */
export function useMobile(): boolean {
  const isNarrow = useNarrow()
  return isMobileAgent || isNarrow
}
