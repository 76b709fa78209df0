import './ui/tokens/tokens.css'
import './ui/tokens/themes.css'
import './ui/base.css'
import './ui/tooltip.css'
import './ui/print.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { awaitFirstAnswers } from './app/first-answers.ts'
import { followPerson } from './app/follow-person.ts'
import { preparePrinting } from './app/prepare-printing.ts'
import { fetchPageAhead, router } from './app/router.tsx'
import { startServiceWorker } from './app/service-worker.ts'
import { loadStartData } from './app/start-data.ts'
import { showStartFailed } from './app/start-failed.ts'
import { watchSlowCalls } from './app/watch-slow-calls.ts'
import { setSignedOutHandler } from './lib/call.ts'
import { setTextsLoader } from './lib/load-part.ts'
import { watchNetwork } from './lib/reachability.ts'
import { provideTemporal } from './lib/temporal.ts'
import { loadAllTexts } from './shared/i18n/catalogue.ts'
import { paths } from './shared/paths.ts'
import { forgetPerson } from './shared/session/current-user.ts'

const root = document.getElementById('root')!

setSignedOutHandler(() => {
  forgetPerson()
  void router.navigate({ to: paths.login })
})

setTextsLoader(loadAllTexts)

/** Requests sent before the application was loaded have no time limit of their own. */
const startLimitMs = 30_000
const late = new Promise<never>((_, reject) => {
  setTimeout(() => reject(new Error('The start took too long.')), startLimitMs)
})

try {
  fetchPageAhead(window.location.pathname)
  await Promise.race([late, Promise.all([loadStartData(), provideTemporal()])])
  late.catch(() => {})
  watchNetwork()
  watchSlowCalls()
  followPerson()
  preparePrinting()
  // With the page in the first drawing: one that the router adds later is drawn without a pause.
  await Promise.all([router.load(), awaitFirstAnswers(window.location.pathname)])
  const reactRoot = createRoot(root, { onUncaughtError: (error) => console.error(error) })
  // In slices, so that the first drawing on a phone does not block its response to a touch.
  startTransition(() => reactRoot.render(<App />))
  startServiceWorker()
} catch (error) {
  console.error(error)
  showStartFailed(root, document.documentElement.lang)
}
