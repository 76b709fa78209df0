// Without a connection: says so, and shows what this browser last saw, with its age and never as if it were live.
;(() => {
  function read(name) {
    try {
      return localStorage.getItem(`ohmstead.${name}`)
    } catch {
      return null
    }
  }
  const texts = {
    bs: [
      'Nema veze',
      'Oblak nije dostupan. Ova stranica se vraća na njega čim se veza ponovo uspostavi.',
      'Pokušaj ponovo',
      'Posljednje poznato stanje, ne uživo: {age}',
    ],
    cs: [
      'Žádné připojení',
      'Cloud není dostupný. Stránka se k němu vrátí, jakmile se připojení obnoví.',
      'Zkusit znovu',
      'Poslední známý stav, ne živě: {age}',
    ],
    de: [
      'Keine Verbindung',
      'Die Cloud ist nicht erreichbar. Diese Seite kehrt zu ihr zurück, sobald die Verbindung wieder steht.',
      'Erneut versuchen',
      'Letzter bekannter Stand, nicht live: {age}',
    ],
    en: [
      'No connection',
      'The cloud cannot be reached. This page returns to it as soon as the connection is back.',
      'Try again',
      'Last known state, not live: {age}',
    ],
    fr: [
      'Pas de connexion',
      'Le cloud est injoignable. Cette page y retournera dès que la connexion sera rétablie.',
      'Réessayer',
      'Dernier état connu, pas en direct : {age}',
    ],
    hr: [
      'Nema veze',
      'Oblak nije dostupan. Ova se stranica vraća na njega čim se veza ponovno uspostavi.',
      'Pokušaj ponovno',
      'Posljednje poznato stanje, ne uživo: {age}',
    ],
    it: [
      'Nessuna connessione',
      'Il cloud non è raggiungibile. Questa pagina vi tornerà non appena la connessione sarà ripristinata.',
      'Riprova',
      'Ultimo stato noto, non in diretta: {age}',
    ],
    mk: [
      'Нема врска',
      'Облакот не е достапен. Страницава ќе се врати на него штом врската повторно се воспостави.',
      'Обиди се повторно',
      'Последна позната состојба, не во живо: {age}',
    ],
    nl: [
      'Geen verbinding',
      'De cloud is niet bereikbaar. Deze pagina keert ernaar terug zodra de verbinding er weer is.',
      'Opnieuw proberen',
      'Laatst bekende stand, niet live: {age}',
    ],
    pl: [
      'Brak połączenia',
      'Chmura jest nieosiągalna. Ta strona wróci do niej, gdy tylko połączenie zostanie przywrócone.',
      'Spróbuj ponownie',
      'Ostatni znany stan, nie na żywo: {age}',
    ],
    pt: [
      'Sem ligação',
      'Não é possível aceder à nuvem. Esta página regressa a ela assim que a ligação for restabelecida.',
      'Tentar novamente',
      'Último estado conhecido, não em direto: {age}',
    ],
    sk: [
      'Žiadne pripojenie',
      'Cloud nie je dostupný. Stránka sa k nemu vráti hneď, ako sa pripojenie obnoví.',
      'Skúsiť znova',
      'Posledný známy stav, nie naživo: {age}',
    ],
    sl: [
      'Ni povezave',
      'Oblak ni dosegljiv. Stran se vrne vanj, takoj ko bo povezava spet na voljo.',
      'Poskusi znova',
      'Zadnje znano stanje, ne v živo: {age}',
    ],
    sr: [
      'Nema veze',
      'Oblak nije dostupan. Ova stranica se vraća na njega čim se veza ponovo uspostavi.',
      'Pokušaj ponovo',
      'Poslednje poznato stanje, ne uživo: {age}',
    ],
    sv: [
      'Ingen anslutning',
      'Molnet kan inte nås. Sidan återgår till det så snart anslutningen är tillbaka.',
      'Försök igen',
      'Senast kända läge, inte live: {age}',
    ],
  }
  const wanted = [read('locale'), ...(navigator.languages || [])].map((tag) => (tag || '').split('-')[0])
  const locale = wanted.find((tag) => Object.hasOwn(texts, tag)) || 'sl'
  const [title, text, retry, age] = texts[locale]
  let known = null
  try {
    known = JSON.parse(read('lastKnown'))
  } catch {
    // Not one of ours; the page does without.
  }
  const words = known?.texts || { title, text, retry, age }
  const find = (selector) => document.querySelector(selector)
  document.documentElement.lang = known?.locale || locale
  for (const [name, colour] of Object.entries(known?.colours || {}))
    document.documentElement.style.setProperty(`--${name}`, colour)
  if (known) document.title = known.platformName
  find('h1').textContent = words.title
  find('#text').textContent = words.text
  find('button').textContent = words.retry
  find('button').addEventListener('click', () => location.reload())
  addEventListener('online', () => location.reload())
  // The network may be there and the cloud not yet, or be told of too early: then no other word of it comes.
  setInterval(() => {
    fetch('/api/health', { cache: 'no-store' }).then(
      (answer) => answer.ok && location.reload(),
      () => {},
    )
  }, 5000)
  if (!known || !Array.isArray(known.values)) return
  find('#known').hidden = false
  find('h2').textContent = known.place
  for (const [label, value] of known.values) {
    const row = document.createElement('div')
    row.append(document.createElement('dt'), document.createElement('dd'))
    row.firstChild.textContent = label
    row.lastChild.textContent = value
    find('dl').append(row)
  }
  function showAge() {
    const minutes = Math.max(1, Math.round((Date.now() - known.at) / 60_000))
    const [amount, unit] =
      minutes < 90
        ? [minutes, 'minute']
        : minutes < 2880
          ? [Math.round(minutes / 60), 'hour']
          : [Math.round(minutes / 1440), 'day']
    // Serbian is written in Latin letters here; its bare tag stands for Cyrillic.
    const tag = document.documentElement.lang.replace(/^sr$/, 'sr-Latn')
    const age = new Intl.RelativeTimeFormat(tag, { numeric: 'always' }).format(-amount, unit)
    find('#age').textContent = words.age.replace('{age}', age)
  }
  showAge()
  setInterval(showAge, 30_000)
})()
