// Runs before the first paint: the chosen theme without a flash, and the first answers already on their way while the
// application itself is still being fetched.
;(() => {
  function get(path) {
    var answer = fetch(`/api${path}`, { headers: { accept: 'application/json' } })
    // Whoever awaits it handles a failure; without this a failed call would be reported twice.
    answer.catch(() => {})
    return answer
  }
  var identifier = new URLSearchParams(location.search).get('identifier')
  // Asked for before anything is read from the storage, which a browser may first have to open.
  var user = get('/auth/user')
  var site = get(identifier ? `/site/info?identifier=${encodeURIComponent(identifier)}` : '/site/info')
  var place = /^(?:\/companies\/\d+(?:\/location-groups\/\d+)?)?(\/locations\/\d+)(\/charts)?\/?$/.exec(
    location.pathname,
  )
  var market = /^(?:\/companies\/\d+(?:\/location-groups\/\d+)?)?(\/locations\/\d+)\/spot-market$/.exec(
    location.pathname,
  )
  var fleet = /^\/companies\/\d+(\/location-groups\/\d+)\/fleet\/?$/.exec(location.pathname)
  function findPage() {
    if (place) return place[2] ? 'charts' : 'overview'
    if (market) return 'locationSpotMarket'
    if (fleet) return 'fleet'
    if (location.pathname === '/pricing/spot-market') return 'spotMarket'
    if (location.pathname === '/auth/login') return 'login'
    return /\/moj-elektro\/calculations$/.test(location.pathname) ? 'calculations' : ''
  }
  var ahead = {}
  function ask(path) {
    ahead[`/api${path}`] = get(path)
  }
  // The answers that the page asks for first.
  var at = place ? place[1] : market ? market[1] : ''
  var askedBy = {
    overview: [at, `${at}/data/latest`, `${at}/data/glance`],
    charts: [at],
    locationSpotMarket: [at],
    calculations: ['/abstract-devices-all'],
    fleet: fleet && !location.search ? [`${fleet[1]}/locations?search=&page=1`] : [],
  }
  for (var path of askedBy[findPage()] || []) ask(path)
  // Today's energies need the zone of the place. Browsers without dates of their own ask later.
  if (place && window.Temporal && !location.search)
    ahead[`/api${at}`]
      .then((answer) => answer.clone().json())
      .then((body) => {
        var day = window.Temporal.Now.zonedDateTimeISO(body.data.location.timezone.name).startOfDay()
        var range = `from=${day.epochMilliseconds}&to=${day.add({ days: 1 }).epochMilliseconds}`
        ask(`${at}/data/energy?${range}&interval=900`)
      })
      .catch(() => {})
  // The files of the page come beside those of the application; the build names them.
  var pageFiles = {}
  function fetchAhead(file) {
    var link = document.createElement('link')
    var isStyle = file.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }
  for (var file of pageFiles[findPage()] || []) fetchAhead(file)
  var light = ['white', 'yellow', 'energy-blue', 'green-gray', 'white-gray', 'yellow-blue', 'energy-cyan']
  var stored = {}
  try {
    stored.theme = localStorage.getItem('ohmstead.theme') || localStorage.getItem('ohmstead.siteTheme')
    stored.locale = localStorage.getItem('ohmstead.locale')
    stored.region = localStorage.getItem('ohmstead.spotRegion')
  } catch {
    // Storage may be refused; the defaults hold.
  }
  var root = document.documentElement
  if (stored.theme) {
    root.dataset.theme = stored.theme
    root.dataset.mantineColorScheme = light.indexOf(stored.theme) >= 0 ? 'light' : 'dark'
  }
  // What is said where nothing of the application came: in every language there is, so this also says which there are.
  var words = {
    bs: ['Aplikaciju nije moguće učitati', 'Osvježi'],
    cs: ['Aplikaci se nepodařilo načíst', 'Načíst znovu'],
    de: ['Die Anwendung konnte nicht geladen werden', 'Neu laden'],
    en: ['The application could not be loaded', 'Reload'],
    fr: ['L’application n’a pas pu être chargée', 'Recharger'],
    hr: ['Aplikaciju nije moguće učitati', 'Osvježi'],
    it: ['Impossibile caricare l’applicazione', 'Ricarica'],
    mk: ['Апликацијата не може да се вчита', 'Освежи'],
    nl: ['De app kon niet worden geladen', 'Opnieuw laden'],
    pl: ['Nie udało się wczytać aplikacji', 'Odśwież'],
    pt: ['Não foi possível carregar a aplicação', 'Recarregar'],
    sk: ['Aplikáciu sa nepodarilo načítať', 'Načítať znova'],
    sl: ['Aplikacije ni bilo mogoče naložiti', 'Osveži stran'],
    sr: ['Aplikaciju nije moguće učitati', 'Osveži'],
    sv: ['Appen kunde inte läsas in', 'Läs in igen'],
  }
  var wanted = [stored.locale]
    .concat(navigator.languages || [])
    .map((tag) => (tag || '').split('-')[0].toLowerCase())
  var locale = wanted.filter((tag) => Object.hasOwn(words, tag))[0] || 'sl'
  root.lang = locale
  if (identifier)
    document.querySelector('link[rel="manifest"]').href =
      `/manifest.webmanifest?identifier=${encodeURIComponent(identifier)}`
  // The first pages need few texts; the others come afterwards. The build says that it has chosen them.
  var hasFirstTexts = false
  var isFirstPage = location.pathname === '/' || /^(login|overview)$/.test(findPage())
  var hasFirstTextsOnly = hasFirstTexts && isFirstPage
  window.ohmsteadStart = {
    locale: locale,
    hasFirstTextsOnly: hasFirstTextsOnly,
    user: user,
    site: site,
    messages: get(`/site/translations/${locale}${hasFirstTextsOnly ? '?selection=first' : ''}`),
    ahead: ahead,
  }
  // The prices of the market are by its own day.
  var region = stored.region ? `region=${encodeURIComponent(stored.region)}` : ''
  function askForPrices() {
    var today = window.Temporal.Now.zonedDateTimeISO('Europe/Brussels').startOfDay()
    var days = `from=${today.epochMilliseconds}&to=${today.add({ days: 2 }).epochMilliseconds}`
    ask(`/pricing/spot-market/prices?${region}&${days}`)
  }
  if (findPage() === 'spotMarket' && region) {
    ask(`/pricing/spot-market/days?${region}`)
    if (window.Temporal) askForPrices()
  }
  // A browser reads its rules of a language when they are first used, which takes long: here it waits anyway.
  setTimeout(() => {
    new Intl.PluralRules(locale).select(1)
    new Intl.NumberFormat(locale).format(1)
    new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format()
  })
  // Nothing of the application runs when its own script cannot be fetched, so the way out is offered from here.
  window.addEventListener(
    'error',
    (event) => {
      var place = document.getElementById('root')
      if (!(event.target instanceof HTMLScriptElement) || !place || place.childElementCount > 0) return
      var page = document.createElement('main')
      page.className = 'start-failed'
      var heading = document.createElement('h1')
      heading.textContent = words[locale][0]
      var button = document.createElement('button')
      button.textContent = words[locale][1]
      button.addEventListener('click', () => {
        location.reload()
      })
      page.append(heading, button)
      place.append(page)
    },
    true,
  )
})()
