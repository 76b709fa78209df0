// Keeps the files of the application, which never change under one name, and a page for when there is no connection.
// Those of the main pages are fetched ahead, so that they open in a cellar too. Where the application has written down
// what a person saw last, it starts from that without a connection; else there is only the offline page.
// Answers of the API are never kept here: what is shown as live must come from the server.
const version = 'development'
const shell = `shell-${version}`
const files = 'files'
const offlinePage = '/offline.html'
/** The page that every address of the application opens, under a name that is no address. */
const startPage = '/page-of-the-application'
/** Written by the application: what its person saw last. */
const lastSeen = '/last-seen.json'
/** What outlives a version: `last-seen` is the application's own. */
const staying = ['page', 'last-seen']
/** Written here by the build: what the main pages need. */
const mainFiles = []

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(shell)
      .then((cache) => cache.addAll([offlinePage, '/offline.js', '/offline.css', '/start.js'])),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name !== shell && !staying.includes(name)))
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

// The page asks for it once the person agreed to reload.
self.addEventListener('message', (event) => {
  if (event.data === 'take-over') self.skipWaiting()
  if (event.data === 'keep-main-files') event.waitUntil(keepMainFiles())
})

// An alarm: shown even if the application is closed. What is pressed opens its page, in a window that is open if there is one.
self.addEventListener('push', (event) => {
  const { title, body, tag, url } = event.data.json()
  const options = { body, tag, renotify: true, data: { url } }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { href } = new URL(event.notification.data.url, self.location.origin)
  event.waitUntil(openWindow(href))
})

async function openWindow(href) {
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!open) return self.clients.openWindow(href)
  await open.focus()
  // A window that this worker does not control cannot be led anywhere.
  return open.navigate(href).catch(() => self.clients.openWindow(href))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && !pathname.startsWith('/api'))
    event.respondWith(openPage(request, pathname))
  else if (pathname.startsWith('/assets/')) event.respondWith(findFile(request))
  else if (pathname.startsWith('/offline.') || pathname === '/start.js')
    event.respondWith(askOrFind(request, async () => caches.match(pathname)))
})

/** What the server answers, or what was kept for when it cannot be reached. */
async function askOrFind(request, find) {
  // A proxy whose server is away answers too, in words that help nobody.
  const answer = await fetch(request).catch(() => null)
  if (answer && ![502, 503, 504].includes(answer.status)) return answer
  return (await find()) ?? answer ?? Response.error()
}

async function openPage(request, pathname) {
  let isKept = false
  const answer = await askOrFind(request, async () => {
    isKept = true
    return (await findStartPage()) ?? caches.match(offlinePage)
  })
  // A file has a dot in its name.
  if (!isKept && answer.ok && !answer.redirected && !pathname.includes('.'))
    void keepStartPage(answer.clone())
  return answer
}

/** A full disk is no reason to fail. */
async function keepStartPage(answer) {
  await caches
    .open('page')
    .then((cache) => cache.put(startPage, answer))
    .catch(() => {})
}

/** The application as it was opened last, where it finds something to show and all that it needs to run is kept. */
async function findStartPage() {
  const page = await caches.match(startPage)
  if (!page || !(await caches.match(lastSeen))) return undefined
  const needed = (await page.clone().text()).match(/\/assets\/[\w.-]+/g) ?? []
  const kept = await Promise.all(needed.map((path) => caches.match(path)))
  return kept.every(Boolean) ? page : undefined
}

/** A few at a time, so that whatever the person does meanwhile goes first. What fails is fetched when it is needed. */
async function keepMainFiles() {
  // A first visit is not asked through here.
  if (!(await caches.match(startPage))) {
    const page = await fetch('/', { priority: 'low' }).catch(() => null)
    if (page?.ok) await keepStartPage(page)
  }
  const cache = await caches.open(files)
  const left = [...mainFiles]
  const fetchNext = async () => {
    for (let path = left.shift(); path; path = left.shift()) {
      if (await caches.match(path)) continue
      const answer = await fetch(path, { priority: 'low' }).catch(() => null)
      if (answer?.ok) await cache.put(path, answer).catch(() => {})
    }
  }
  await Promise.all([fetchNext(), fetchNext(), fetchNext()])
}

async function findFile(request) {
  const kept = await caches.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const copy = answer.clone()
    // A full disk is no reason to fail.
    void caches
      .open(files)
      .then((cache) => cache.put(request, copy))
      .catch(() => {})
  }
  return answer
}
