// Keeps the files of the application, which never change under one name, and a page for when there is no connection.
// Those of the main pages are fetched ahead, so that they open in a cellar too.
// Answers of the API are never kept: what is shown as live must come from the server.
const version = 'development'
const shell = `shell-${version}`
const files = 'files'
const offlinePage = '/offline.html'
/** Written here by the build: what the main pages need. */
const mainFiles = []

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(shell).then((cache) => cache.addAll([offlinePage, '/offline.js', '/offline.css'])),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== shell).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

// The page asks for it once the person agreed to reload.
self.addEventListener('message', (event) => {
  if (event.data === 'take-over') self.skipWaiting()
  if (event.data === 'keep-main-files') event.waitUntil(keepMainFiles())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && !pathname.startsWith('/api'))
    event.respondWith(askOrFind(request, offlinePage))
  else if (pathname.startsWith('/assets/')) event.respondWith(findFile(request))
  else if (pathname.startsWith('/offline.')) event.respondWith(askOrFind(request, pathname))
})

/** What the server answers, or what was kept for when it cannot be reached. */
async function askOrFind(request, path) {
  // A proxy whose server is away answers too, in words that help nobody.
  const answer = await fetch(request).catch(() => null)
  if (answer && ![502, 503, 504].includes(answer.status)) return answer
  return (await caches.match(path)) ?? answer ?? Response.error()
}

/** A few at a time, so that whatever the person does meanwhile goes first. What fails is fetched when it is needed. */
async function keepMainFiles() {
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
