import type { Locale } from '@ohmstead/domain/i18n/locales'

/** Title, sentence and button of the page for a failed start, which may have no catalogue. */
export const startFailedWords: Record<Locale, readonly [title: string, text: string, retry: string]> = {
  bs: [
    'Pokretanje nije uspjelo',
    'Vaše podatke trenutno nije moguće učitati. Provjerite vezu i pokušajte ponovo.',
    'Pokušaj ponovo',
  ],
  cs: [
    'Spuštění se nezdařilo',
    'Vaše údaje teď nelze načíst. Zkontrolujte připojení a zkuste to znovu.',
    'Zkusit znovu',
  ],
  de: [
    'Der Start ist fehlgeschlagen',
    'Ihre Daten können gerade nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
    'Erneut versuchen',
  ],
  en: [
    'The start failed',
    'Your data cannot be loaded right now. Check your connection and try again.',
    'Try again',
  ],
  fr: [
    'Le démarrage a échoué',
    'Vos données ne peuvent pas être chargées pour le moment. Vérifiez votre connexion et réessayez.',
    'Réessayer',
  ],
  hr: [
    'Pokretanje nije uspjelo',
    'Vaše podatke trenutačno nije moguće učitati. Provjerite vezu i pokušajte ponovno.',
    'Pokušaj ponovno',
  ],
  it: [
    'Avvio non riuscito',
    'Al momento non è possibile caricare i Suoi dati. Controlli la connessione e riprovi.',
    'Riprova',
  ],
  mk: [
    'Стартувањето не успеа',
    'Вашите податоци моментално не може да се вчитаат. Проверете ја врската и обидете се повторно.',
    'Обиди се повторно',
  ],
  nl: [
    'Het starten is mislukt',
    'Je gegevens kunnen nu niet worden geladen. Controleer je verbinding en probeer het opnieuw.',
    'Opnieuw proberen',
  ],
  pl: [
    'Uruchomienie nie powiodło się',
    'Nie można teraz wczytać Twoich danych. Sprawdź połączenie i spróbuj ponownie.',
    'Spróbuj ponownie',
  ],
  pt: [
    'O arranque falhou',
    'De momento não é possível carregar os seus dados. Verifique a ligação e tente novamente.',
    'Tentar novamente',
  ],
  sk: [
    'Spustenie zlyhalo',
    'Vaše údaje sa teraz nedajú načítať. Skontrolujte pripojenie a skúste to znova.',
    'Skúsiť znova',
  ],
  sl: [
    'Zagon ni uspel',
    'Vaših podatkov trenutno ni mogoče naložiti. Preverite povezavo in poskusite znova.',
    'Poskusi znova',
  ],
  sr: [
    'Pokretanje nije uspelo',
    'Vaše podatke trenutno nije moguće učitati. Proverite vezu i pokušajte ponovo.',
    'Pokušaj ponovo',
  ],
  sv: [
    'Starten misslyckades',
    'Dina data kan inte läsas in just nu. Kontrollera anslutningen och försök igen.',
    'Försök igen',
  ],
}
