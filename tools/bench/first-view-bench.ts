import { launchChromium } from '../../e2e/kit/chromium.ts'
import { startDemoProcess } from '../../e2e/kit/demo-snapshot.ts'
import { type FirstView, measureFirstView } from '../../e2e/kit/first-view.ts'
import { type Figure, median } from './figure.ts'

// The signed-in location overview of the demo, in Chromium with an empty cache, the median of nine visits.

const visits = 9
const peers = 'peers measured: 0.7–2.5 s, 0.8–7 MB, 13–111 requests'

export async function measureFirstLook(): Promise<Figure[]> {
  const server = await startDemoProcess()
  const browser = await launchChromium()
  try {
    await server.ready
    await measureFirstView(browser, server.url, 'advanced') // warm-up of the server and the browser
    const views: FirstView[] = []
    for (let visit = 0; visit < visits; visit++)
      views.push(await measureFirstView(browser, server.url, 'advanced'))
    const middle = (of: (view: FirstView) => number) => median(views.map(of))
    const drawnMs = middle(({ drawnMs }) => drawnMs)
    const codeKb = middle(({ codeBytes }) => codeBytes / 1000)
    const textKb = middle(({ textBytes }) => textBytes / 1000)
    const requests = middle(({ requests }) => requests)
    const heapMb = middle(({ heapBytes }) => heapBytes / 1e6)
    const figure = (name: string, value: number, unit: string, most: number, peer: string): Figure => ({
      figure: `first location overview: ${name}`,
      value,
      unit,
      limit: `≤ ${most}`,
      peer,
      holds: value <= most,
    })
    return [
      figure('JavaScript and CSS, gzipped', codeKb, 'kB', 250, peers),
      figure('texts, gzipped', textKb, 'kB', 12, 'all texts: 53 kB'),
      figure('requests', requests, '', 25, peers),
      figure('drawn', drawnMs, 'ms', 800, peers),
      figure('heap', heapMb, 'MB', 20, '–'),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}
