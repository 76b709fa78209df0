const showDelayMs = 100

/**
 * One tooltip for the whole page: any element with `data-tooltip` shows it on hover and keyboard focus.
 * The element's label says the same to a screen reader, so the bubble is hidden from it. Returns a function to remove it.
 */
export function startTooltipLayer(): () => void {
  const bubble = document.createElement('div')
  bubble.className = 'tooltip'
  bubble.popover = 'manual'
  bubble.setAttribute('aria-hidden', 'true')
  document.body.append(bubble)
  let timer = 0
  let owner: Element | null = null

  const hide = () => {
    clearTimeout(timer)
    owner = null
    if (bubble.matches(':popover-open')) bubble.hidePopover()
  }
  const show = (target: Element) => {
    const text = target.getAttribute('data-tooltip')
    if (!text || !target.isConnected) return
    bubble.textContent = text
    bubble.showPopover()
    const from = target.getBoundingClientRect()
    const left = from.left + from.width / 2 - bubble.offsetWidth / 2
    const above = from.top - bubble.offsetHeight - 6
    bubble.style.left = `${Math.max(8, Math.min(left, document.documentElement.clientWidth - bubble.offsetWidth - 8))}px`
    bubble.style.top = `${above >= 8 ? above : from.bottom + 6}px`
  }
  const enter = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest('[data-tooltip]') : null
    if (target === owner) return
    hide()
    if (!target || (event.type === 'focusin' && !target.matches(':focus-visible'))) return
    owner = target
    timer = window.setTimeout(() => show(target), showDelayMs)
  }
  const hideOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide()
  }
  const options = { capture: true, passive: true }
  document.addEventListener('pointerover', enter, options)
  document.addEventListener('focusin', enter, options)
  document.addEventListener('pointerdown', hide, options)
  document.addEventListener('scroll', hide, options)
  document.addEventListener('keydown', hideOnEscape, options)
  return () => {
    hide()
    bubble.remove()
    document.removeEventListener('pointerover', enter, options)
    document.removeEventListener('focusin', enter, options)
    document.removeEventListener('pointerdown', hide, options)
    document.removeEventListener('scroll', hide, options)
    document.removeEventListener('keydown', hideOnEscape, options)
  }
}
