/** The ref of what a press at the end of a form shows before it. */
export const bringIntoSight = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'nearest' })
