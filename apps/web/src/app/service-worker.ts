import { translate } from '../shared/i18n/use-t.ts'
import { showToast } from '../ui/toast-store.ts'
import { isSavingData, whenIdle } from './when-idle.ts'

/** Long after the first view; nothing is urgent here. */
const keepAfterMs = 8000

/**
 * Caches the files of the main pages, for use without a connection, once the page is idle. Not
 * if the person or their network asks to save data. Returns a function to cancel it.
 */
export function keepMainFiles(): () => void {
  if (!('serviceWorker' in navigator) || isSavingData()) return () => {}
  const timer = setTimeout(async () => {
    const { active } = await navigator.serviceWorker.ready
    whenIdle(() => active?.postMessage('keep-main-files'))
  }, keepAfterMs)
  return () => clearTimeout(timer)
}

/** Registers the service worker after the first page is shown; a new version is offered, never forced. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const register = async () => {
    try {
      const registration = await serviceWorker.register('/service-worker.js')
      if (registration.waiting) offer(registration.waiting)
      registration.addEventListener('updatefound', () => watch(registration.installing))
    } catch (error) {
      // Refused in a private window, for example; the application works without.
      console.warn(error)
    }
  }
  if (document.readyState === 'complete') void register()
  else window.addEventListener('load', () => void register(), { once: true })

  function watch(worker: ServiceWorker | null): void {
    worker?.addEventListener('statechange', () => {
      // The very first one replaces nothing.
      if (worker.state === 'installed' && serviceWorker.controller) offer(worker)
    })
  }

  function offer(worker: ServiceWorker): void {
    showToast(translate('shell.update.text'), {
      delayMs: null,
      action: {
        label: translate('shell.update.reload'),
        run: () => {
          serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
          worker.postMessage('take-over')
        },
      },
    })
  }
}
