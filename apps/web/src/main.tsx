import './ui/tokens/tokens.css'
import './ui/tokens/themes.css'
import './ui/base.css'
import './ui/tooltip.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { router } from './app/router.tsx'
import { startServiceWorker } from './app/service-worker.ts'
import { loadStartData } from './app/start-data.ts'
import { showStartFailed } from './app/start-failed.ts'
import { setSignedOutHandler } from './lib/call.ts'
import { provideTemporal } from './lib/temporal.ts'
import { paths } from './shared/paths.ts'
import { forgetPerson } from './shared/session/current-user.ts'

const root = document.getElementById('root')!

setSignedOutHandler(() => {
  forgetPerson()
  void router.navigate({ to: paths.login })
})

try {
  await Promise.all([loadStartData(), provideTemporal()])
  createRoot(root, { onUncaughtError: (error) => console.error(error) }).render(<App />)
  startServiceWorker()
} catch (error) {
  console.error(error)
  showStartFailed(root, document.documentElement.lang)
}
