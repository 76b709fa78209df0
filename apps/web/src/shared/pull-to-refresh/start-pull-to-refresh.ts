import './pull-to-refresh.css'
import { distanceOf, idle, nextPull, type PullEvent, reloadDelayMs, willReload } from './pull-state.ts'

/** Returns a function to remove it. */
export function startPullToRefresh(reload: () => void): () => void {
  const sign = document.createElement('div')
  sign.className = 'pull-sign'
  sign.setAttribute('aria-hidden', 'true')
  document.body.append(sign)
  let pull = idle
  let timer = 0

  const take = (event: PullEvent) => {
    const before = pull.phase
    pull = nextPull(pull, event)
    sign.style.transform = `translate(-50%, ${distanceOf(pull)}px)`
    sign.dataset.state = pull.phase === 'pulling' && willReload(pull) ? 'ready' : pull.phase
    if (pull.phase === 'reloading' && before !== 'reloading') timer = window.setTimeout(reload, reloadDelayMs)
  }
  const start = (event: TouchEvent) => {
    const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null
    if (isInDialog) return
    const { scrollTop } = document.scrollingElement ?? document.documentElement
    take({ kind: 'start', y: event.touches[0]!.clientY, scrollTop, touches: event.touches.length })
  }
  const move = (event: TouchEvent) => {
    take({ kind: 'move', y: event.touches[0]!.clientY })
    if (distanceOf(pull) > 0 && event.cancelable) event.preventDefault()
  }
  const end = () => take({ kind: 'end' })
  const cancel = () => take({ kind: 'cancel' })
  document.addEventListener('touchstart', start, { passive: true })
  document.addEventListener('touchmove', move, { passive: false })
  document.addEventListener('touchend', end)
  document.addEventListener('touchcancel', cancel)
  return () => {
    clearTimeout(timer)
    sign.remove()
    document.removeEventListener('touchstart', start)
    document.removeEventListener('touchmove', move)
    document.removeEventListener('touchend', end)
    document.removeEventListener('touchcancel', cancel)
  }
}
