export const signs = {
  name: 'Warnungen zu dieser Website',
  kit_refused:
    '{visitors} der letzten {of} Besucher kamen über ein Kit, dessen Signatur nicht gültig ist. Sie alle zählen für die Adresse Ihres Servers, in dessen Land.',
  forwarded:
    '{visitors} der letzten {of} Besucher kamen über einen Proxy und zählen für dessen Adresse statt für ihre eigene. Eindeutige Besucher und Länder sind falsch.',
  forwardedBy:
    '{visitors} der letzten {of} Besucher kamen über {carrier} und zählen für dessen Adresse statt für ihre eigene. Eindeutige Besucher und Länder sind falsch.',
  shared_address:
    '{visitors} der letzten {of} Besucher teilen sich eine Adresse. Eindeutige Besucher und Länder sind falsch. {why}',
  no_country: '{visitors} der letzten {of} Besucher haben kein Land. {why}',
  causes: {
    cdn: 'Die Adresse gehört zu einem Content Delivery Network.',
    hosting: 'Die Adresse gehört zu einem Rechenzentrum.',
    carried: 'Ihre Anfragen kamen über einen Proxy.',
    private: 'Die Adresse ist privat, wie die eines Proxys oder Containers.',
    old: 'Ihre Anfragen nutzen HTTP/1.0, was nur Proxys wie nginx tun.',
    mixed: 'Verschiedene Browser kommen über dieselbe Verbindung.',
    server: 'Ihren Anfragen fehlen Header, die jeder Browser sendet. Also sendet sie ein Server.',
    audience: 'Sie nutzen viele Browser und Sprachen, wie die Besucher einer öffentlichen Website.',
  },
  placeless: {
    unknown: 'Ihre Adressen fehlen in der Länderdatenbank. Aktualisieren Sie sie mit: {command}',
    private:
      'Ihre Adressen sind privat. In einem Intranet ist das richtig. Sonst muss der Proxy vor Tidemark X-Forwarded-For senden.',
  },
  adviceKit:
    'Liefert {carrier} diese Website aus? Verwenden Sie das Kit für {kit}. Steht es vor Tidemark? Tragen Sie es in TRUSTED_PROXIES ein.',
  advice:
    'Reicht ein Server dieser Website Skript und Ereignisse weiter? Verwenden Sie ein Kit. Steht ein Proxy vor Tidemark? Tragen Sie ihn in TRUSTED_PROXIES ein.',
  adviceRefused: 'Kopieren Sie die Dateien des Kits erneut und prüfen Sie die Uhr Ihres Servers.',
  showKit: 'Kit zeigen: {kit}',
  chooseKit: 'Kit wählen',

  arrivals: 'Anfragen von dieser Website, die nicht gezählt wurden:',
  other_domain:
    'Ereignisse von Seiten dieser Website nennen die Domain „{detail}“. Setzen Sie data-domain auf {domain}.',
  otherDomains: 'Ereignisse von Seiten dieser Website nennen andere Domains. Setzen Sie data-domain auf {domain}.',
  empty_body:
    'Ereignisse kommen ohne Inhalt an. Ein Proxy oder Rewrite verwirft den Body: Lassen Sie ihn die Bodys von POST-Anfragen weiterreichen.',
  cut_body: 'Ereignisse kommen mit unlesbarem Inhalt an. Ein Proxy kürzt oder verändert den Body.',
  bad_event:
    'Ereignisse kommen mit einem ungültigen Wert an: {detail}. Prüfen Sie den Code oder den Proxy, der sie sendet.',
  script:
    'Das Skript wurde auf {detail} geladen, aber kein Ereignis folgte. Ein Blocker, eine Content Security Policy ohne {service} in connect-src oder der Ausschluss eigener Besuche hält es auf. Suchen Sie einen Fehler in der Konsole des Browsers.',
  local:
    'Das Skript wurde auf localhost geladen. Dort werden Ereignisse nicht gezählt. Öffnen Sie die veröffentlichte Website oder verwenden Sie script.local.js.',
  blocked:
    'Ihr Browser kann {script} nicht laden. Ein Inhaltsblocker hält es auf: Andere Besucher mit demselben Blocker werden nicht gezählt.',

  page: {
    no_tag:
      '{page} hat kein Skript von Tidemark im HTML. Wenn kein Tag-Manager und nicht Ihr Code es hinzufügt, fügen Sie das Snippet ein und leeren Sie Caches der Seite.',
    other_domain: 'Das Skript auf {page} hat data-domain="{detail}". Dort muss {domain} stehen.',
    script_blocked:
      'Die Content Security Policy von {page} hält das Skript auf. Fügen Sie {service} zu script-src hinzu.',
    events_blocked:
      'Die Content Security Policy von {page} hält Ereignisse auf. Fügen Sie {service} zu connect-src hinzu.',
    no_answer: '{page} antwortet mit Status {detail}.',
  },
} as const
