import { type ComponentProps, type RefObject, useRef } from 'react'
import shade from './scroll-shade.module.css'
import { useScrollShade } from './scroll-shade.ts'

interface TableFrameProps extends Omit<ComponentProps<'table'>, 'className' | 'ref' | 'frame'> {
  /** Names the part that scrolls. */
  label?: string
  /** Styles of the frame, which must scroll what is too wide. */
  frameClass: string
  tableClass?: string
  /** The frame, for a caller that follows its scrolling. */
  frame?: RefObject<HTMLElement | null>
}

/** A table that scrolls beside its first column when it is too wide, also by keyboard. Its look is up to the caller. */
export function TableFrame({ label, frameClass, tableClass, frame, ...table }: TableFrameProps) {
  const own = useRef<HTMLElement>(null)
  const box = frame ?? own
  useScrollShade(box)
  return (
    <section
      ref={box}
      className={`${frameClass} ${shade.frame}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <table className={tableClass} {...table} />
    </section>
  )
}
